// Generated from hack/generate/rules/ by hack/generate/generate.ts; edit that and run it again.
/** A rule about a value; `path` is that of the field in it that is wrong, and may be empty. */
export interface Rule {
  readonly code: string;
  readonly path: string;
  /** Throws if it reads a value that the schema refuses, which is undefined although the field is there. */
  readonly holds: (self: unknown, isTimeZone: (name: string) => boolean) => boolean;
  /** The message and the remedy. */
  readonly sentence: string;
  /** The same with values. */
  readonly explain?: (self: unknown) => string;
}
/** The rules about the values at one place of an object, and those of their parts. */
export interface Place {
  readonly own?: readonly Rule[];
  /** The fields in which two entries of a list must differ. */
  readonly unique?: { readonly code: string; readonly keys: readonly string[] };
  readonly fields?: Readonly<Record<string, Place>>;
  readonly items?: Place;
  readonly values?: Place;
}
