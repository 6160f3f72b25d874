import { seenOf } from "../live-objects.ts";
import type { Seen } from "../ui-rows.ts";

/** An object as the API server sends it, in its nth version. */
export function seen(
  raw: Readonly<Record<string, unknown>> & { readonly metadata: object },
  version = 1,
): Seen {
  const metadata = { name: "web", uid: "a", ...raw.metadata, resourceVersion: String(version) };
  return seenOf({ ...raw, metadata });
}
