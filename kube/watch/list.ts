import { err, ok } from "../../engine/model/values/result.ts";
import { mostBytes } from "../transport/response-size.ts";
import type { ApiPath } from "../transport/api-path.ts";
import { kubeError, type KubeAnswer } from "../transport/errors.ts";
import { isKubeObject, type KubeObject } from "./object.ts";
import type { Transport } from "../transport/transport.ts";

export interface Selector {
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
  /** The size of a page to aim for; default 1 MiB. Larger pages take fewer requests, and more memory. */
  readonly pageBytes?: number;
}

/** `limit` is the requested number of objects, `bytes` the size of the response. */
interface Page {
  readonly answer: unknown;
  readonly limit: number;
  readonly bytes: number;
}

/** Of the first page, and of any. */
const [usualLimit, mostLimit] = [250, 500];
/** A page takes several times its size in memory, and all of them take longer if they are smaller. */
const goodBytes = 2 ** 20;

/** A server that does not support partial metadata sends whole objects. */
export const metadataAs = (kind: string): string =>
  `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;

/**
 * Reads a whole list page by page and passes each object to `each` as it arrives. Returns the resourceVersion
 * to watch from. Error `Gone`: the continue token expired.
 */
export async function listAll(
  transport: Transport,
  from: From,
  each: (item: KubeObject) => void,
  signal: AbortSignal,
): KubeAnswer<string> {
  const request = `GET ${from.path}`;
  // `each` may abort it, too.
  const isStopped = () => signal.aborted;
  const stopped = kubeError("Stopped", { request, message: "stopped" });
  let resume = "";
  let limit = usualLimit;
  for (;;) {
    const page = await readPage(transport, from, resume, limit);
    if (isStopped()) return err(stopped);
    if (!page.ok) return page;
    const { answer } = page.value;
    if (!isList(answer)) {
      return err(kubeError("Malformed", { request, message: "the answer is not a list" }));
    }
    for (const item of answer.items ?? []) each(item);
    if (isStopped()) return err(stopped);
    resume = answer.metadata.continue ?? "";
    if (resume === "") return ok(answer.metadata.resourceVersion);
    limit = nextLimit(page.value, from.pageBytes ?? goodBytes);
  }
}

/** If a page is too large, halves the limit, down to one object. */
async function readPage(
  transport: Transport,
  { path, selector, accept }: From,
  resume: string,
  most: number,
): KubeAnswer<Page> {
  for (let limit = most; ; limit = Math.ceil(limit / 2)) {
    let size = 0;
    const page = await transport.request({
      method: "GET",
      path,
      query: { ...selector, limit, ...(resume === "" ? {} : { continue: resume }) },
      ...(accept === undefined ? {} : { accept }),
      mostBytes: limit === 1 ? mostBytes.object : mostBytes.page,
      onSize: bytes => (size = bytes),
      isPage: true,
    });
    if (page.ok) return ok({ answer: page.value, limit, bytes: size });
    if (page.error.code !== "TooLarge" || limit === 1) return page;
  }
}

/** As many as make a good page if they are as large as those before; not many more, because they may be larger. */
const nextLimit = ({ limit, bytes }: Page, good: number): number =>
  Math.max(1, Math.min(mostLimit, limit * 2, Math.round((limit * good) / bytes)));

/** The server at the API server's address may return anything, such as the greeting page of a proxy. */
function isList(value: unknown): value is RawList {
  const { metadata, items } = (value ?? {}) as Partial<RawList>;
  return typeof metadata?.resourceVersion === "string" && [items ?? []].flat().every(isKubeObject);
}
