// Generated from crds/forecastrecords.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts.
/** JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly [keyword: string]: unknown;
}
export declare const schema: Schema;
/** A violation: the place as a JSON pointer, the keyword that it violates, and the keyword's parameters. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}
/** Sets `errors`. */
export declare const validate: {
  (data: unknown): boolean;
  readonly errors?: readonly Violation[] | null;
};
