import type { FieldError } from "../field-error.ts";
import { longestName } from "../validate/metadata-limits.ts";
import { nearNames } from "../near-name.ts";
import { type Annotations, pauseAnnotations } from "./pauses.ts";

const known: ReadonlySet<string> = new Set(Object.values(pauseAnnotations));
const nameOf = (key: string): string => key.slice(key.indexOf("/") + 1);
/** Whether a key has the prefix of Trimtab, or one that is apparently meant to be it. */
function isOurs(key: string): boolean {
  const slash = key.indexOf("/");
  return slash <= longestName && key.slice(0, Math.max(slash, 0)).includes("trimtab");
}
/** An object may have thousands of annotations. */
const mostWarnings = 3;

/** Warns of annotations that a user adds and that only look like those that pause an object. Code: UnknownAnnotation. */
export function checkAnnotationNames(next: Annotations, before: Annotations): FieldError[] {
  const warnings: FieldError[] = [];
  for (const key of Object.keys(next ?? {})) {
    if (!isOurs(key) || known.has(key) || Object.hasOwn(before ?? {}, key)) continue;
    warnings.push(unknown(key));
    if (warnings.length === mostWarnings) break;
  }
  return warnings;
}

function unknown(key: string): FieldError {
  const names = [...known].map(nameOf);
  const near = nearNames(nameOf(key), names);
  const meant = [...known].filter(each => near.length === 0 || near.includes(nameOf(each)));
  return {
    path: `metadata.annotations[${key}]`,
    code: "UnknownAnnotation",
    message: "has no effect: Trimtab reads no such annotation of this object",
    remedy: `write ${meant.join(" or ")}`,
    severity: "warning",
  };
}
