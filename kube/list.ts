import { err, ok, type Result } from "../engine/result.ts";
import { mostBytes } from "./answer-size.ts";
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

interface From {
  readonly path: ApiPath;
  readonly selector?: Selector | undefined;
  readonly accept?: string | undefined;
}

/** `limit` is how many objects were asked for, `bytes` what the answer had. */
interface Page {
  readonly answer: unknown;
  readonly limit: number;
  readonly bytes: number;
}

const pageSize = 500;

/**
 * Reads a whole list, page by page; each object is handed over as it comes. The value is the
 * version to watch from. Error `Gone`: the pages expired while they were read.
 */
export async function listAll(
  transport: Transport,
  from: From,
  each: (item: KubeObject) => void,
  signal: AbortSignal,
): Promise<Result<string, KubeError>> {
  const request = `GET ${from.path}`;
  let resume = "";
  let limit = pageSize;
  for (;;) {
    const page = await readPage(transport, from, resume, limit);
    if (signal.aborted) return err(kubeError("Stopped", { request, message: "stopped" }));
    if (!page.ok) return page;
    const { answer } = page.value;
    if (!isList(answer)) {
      return err(kubeError("Malformed", { request, message: "the answer is not a list" }));
    }
    for (const item of answer.items ?? []) each(item);
    resume = answer.metadata.continue ?? "";
    if (resume === "") return ok(answer.metadata.resourceVersion);
    limit = nextLimit(page.value);
  }
}

/** Where the objects are too large for one page, there are half as many in it, and in the end one. */
async function readPage(
  transport: Transport,
  { path, selector, accept }: From,
  resume: string,
  most: number,
): Promise<Result<Page, KubeError>> {
  for (let limit = most; ; limit = Math.ceil(limit / 2)) {
    let size = 0;
    const page = await transport.request({
      method: "GET",
      path,
      query: { ...selector, limit, ...(resume === "" ? {} : { continue: resume }) },
      ...(accept === undefined ? {} : { accept }),
      mostBytes: limit === 1 ? mostBytes.object : mostBytes.page,
      onSize: bytes => (size = bytes),
    });
    if (page.ok) return ok({ answer: page.value, limit, bytes: size });
    if (page.error.code !== "TooLarge" || limit === 1) return page;
  }
}

/** Twice as many of the same size still leave room for some that are larger. */
const nextLimit = ({ limit, bytes }: Page): number =>
  bytes < mostBytes.page / 4 ? Math.min(pageSize, limit * 2) : limit;

/** What answers at the API server's address may be anything, a proxy's greeting for one. */
function isList(value: unknown): value is RawList {
  const { metadata, items } = (value ?? {}) as Partial<RawList>;
  return typeof metadata?.resourceVersion === "string" && (items ?? []).every(isKubeObject);
}
