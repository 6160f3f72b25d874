import { observedObjectOf } from "../live-objects.ts";
import type { ObservedObject } from "../timeline.ts";

/** An object as the API server sends it, in its nth version. */
export function observedObject(
  raw: Readonly<Record<string, unknown>> & { readonly metadata: object },
  version = 1,
): ObservedObject {
  const metadata = { name: "web", uid: "a", ...raw.metadata, resourceVersion: String(version) };
  return observedObjectOf({ ...raw, metadata });
}
