import { err, ok, type Result } from "../engine/result.ts";
import type { ApiPath } from "./api-path.ts";
import { kubeError, type KubeError } from "./errors.ts";
import { isKubeObject, type KubeObject } from "./object.ts";
import type { Transport } from "./transport.ts";

export interface Selector {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

interface RawList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items?: readonly KubeObject[] | null;
}

const pageSize = 500;

/**
 * Reads a whole list, page by page; each object is handed over as it comes. The value is the
 * version to watch from. Error `Gone`: the pages expired while they were read.
 */
export async function listAll(
  transport: Transport,
  from: {
    readonly path: ApiPath;
    readonly selector?: Selector | undefined;
    readonly accept?: string | undefined;
  },
  each: (item: KubeObject) => void,
  signal: AbortSignal,
): Promise<Result<string, KubeError>> {
  const request = `GET ${from.path}`;
  let resume = "";
  for (;;) {
    const page = await transport.request({
      method: "GET",
      path: from.path,
      query: { ...from.selector, limit: pageSize, ...(resume === "" ? {} : { continue: resume }) },
      ...(from.accept === undefined ? {} : { accept: from.accept }),
    });
    if (signal.aborted) return err(kubeError("Stopped", { request, message: "stopped" }));
    if (!page.ok) return page;
    if (!isList(page.value)) {
      return err(kubeError("Malformed", { request, message: "the answer is not a list" }));
    }
    for (const item of page.value.items ?? []) each(item);
    resume = page.value.metadata.continue ?? "";
    if (resume === "") return ok(page.value.metadata.resourceVersion);
  }
}

/** What answers at the API server's address may be anything, a proxy's greeting for one. */
function isList(value: unknown): value is RawList {
  const { metadata, items } = (value ?? {}) as Partial<RawList>;
  return typeof metadata?.resourceVersion === "string" && (items ?? []).every(isKubeObject);
}
