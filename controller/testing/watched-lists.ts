import { ok } from "../../engine/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { pluralOf, watchedServer } from "./watched-server.ts";

/** The objects of a list, or why it cannot be read. */
export type Listed = readonly object[] | ReturnType<typeof failure>;

/** An API server with a list for each given plural; the test may replace lists. */
export function watchedLists(lists: Readonly<Record<string, Listed>>) {
  return watchedServer(({ path }) => {
    const list = lists[pluralOf(path)] ?? failure("NotFound", "no such kind");
    return "ok" in list ? list : ok({ metadata: { resourceVersion: "1" }, items: list });
  });
}
