import type { Fields } from "../../engine/model/values/json-values.ts";
import { kindNames } from "../objects/scaling-object.ts";
import { conflictsAmong } from "../validate/conflicts.ts";
import { type Claimant, type Finding, identityOf, type Place } from "../validate/findings.ts";
import { claimantOf } from "../validate/objects.ts";

/** An object of the output, at the place of its source. */
interface Placed {
  readonly object: Fields;
  readonly place: Place;
}

/** The conflicts between Trimtab's objects of the output: a shared target, or the same name. */
export const sharedTargets = (all: readonly Placed[]): Finding[] =>
  conflictsAmong(all.flatMap(claimantsOf));

function claimantsOf({ object: raw, place }: Placed): Claimant[] {
  const ourKind = kindNames.find(name => name === raw["kind"]);
  const found = { isValid: false, object: identityOf(raw), at: () => place };
  const claimant = ourKind && claimantOf(raw, { ourKind, ...found });
  return claimant ? [{ ...claimant, monitors: [] }] : [];
}
