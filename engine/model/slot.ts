import type { Codec, Inline } from "./codec.ts";
import type { SerializedHistory } from "./generated/history.ts";
import type { History } from "./history.ts";

type CodecOf<Name extends keyof History> = Name extends keyof SerializedHistory
  ? Codec<NonNullable<History[Name]>, NonNullable<SerializedHistory[Name]>>
  : Inline<NonNullable<History[Name]>, Partial<SerializedHistory>>;

/**
 * One part of the memory of a target: how the status holds it, and what it must never lose.
 *
 * codec     how the status holds it
 * disorder  what is wrong with a stored part and no schema can state, after its path; null: nothing
 * isAsSafe  whether decisions with the saved part are at least as conservative as decisions with the
 *           actual one (I3); absent: any are
 * outline   what of the stored part is worth a write of its own; absent: all
 * isCaution whether a change of it alone is worth a write only if the saved part is not as safe; absent: no
 * clock     absent: the part depends on what was decided. Else it only depends on what was observed,
 *           so it goes on in a dry run. "Stops": while nothing is decided, what it measures may end
 *           and begin again, so a pause stops it. "Runs": not even a pause does.
 */
export interface Slot<Name extends keyof History> {
  readonly name: Name;
  readonly codec: CodecOf<Name>;
  readonly disorder?: (stored: NonNullable<History[Name]>) => string | null;
  readonly isAsSafe?: (saved: History[Name], actual: History[Name]) => boolean;
  readonly outline?: (stored: unknown) => unknown;
  readonly isCaution?: true;
  readonly clock?: "Stops" | "Runs";
}

/** A slot of a list, whose type is forgotten: its functions get only the part with its own name. */
export interface AnySlot extends Omit<Slot<keyof History>, "codec" | "disorder" | "isAsSafe"> {
  readonly codec: Codec<unknown, unknown> & {
    readonly isInline?: true;
    readonly fields?: readonly string[];
  };
  readonly disorder?: (stored: unknown) => string | null;
  readonly isAsSafe?: (saved: unknown, actual: unknown) => boolean;
}

export const slot = <Name extends keyof History>(typed: Slot<Name>): AnySlot =>
  typed as unknown as AnySlot;
