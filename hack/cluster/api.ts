import { Agent, request } from "node:https";

/** An API server and who one is to it. */
export interface ApiTarget {
  /** https URL */
  readonly server: string;
  /** PEM, all of them */
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly token?: string;
}

/** What Kubernetes objects, lists and Statuses have in common. Cast `spec` and `status` to what they are. */
export interface ApiObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly creationTimestamp?: string;
    readonly deletionTimestamp?: string;
    readonly continue?: string;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly data?: unknown;
  readonly items?: readonly ApiObject[];
  readonly reason?: string;
  readonly message?: string;
}

export interface ApiResponse {
  /** The HTTP status code. */
  readonly code: number;
  /** The parsed answer; empty if it was not JSON. */
  readonly body: ApiObject;
  readonly text: string;
}

/** At most this many connections to one API server: more gain nothing on two cores. */
const concurrency = 16;

const agents = new WeakMap<ApiTarget, Agent>();

/**
 * One request on the target's pool of kept-alive connections. A refusal is an answer, not an error.
 * A body of bytes is sent as it is.
 */
export function apiRequest(
  target: ApiTarget,
  method: string,
  path: string,
  ...[body, contentType = "application/json"]: [body?: unknown, contentType?: string]
): Promise<ApiResponse> {
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, target.server), {
      method,
      agent: agentOf(target),
      timeout: 60_000,
      headers: {
        accept: "application/json",
        "user-agent": "trimtab-hack",
        ...(target.token === undefined ? {} : { authorization: `Bearer ${target.token}` }),
        ...(payload === undefined
          ? {}
          : { "content-type": contentType, "content-length": Buffer.byteLength(payload) }),
      },
    });
    sent.once("timeout", () => sent.destroy(new Error(`${method} ${path}: no answer for 60 s`)));
    sent.once("error", reject);
    sent.once("response", response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("error", reject);
      response.once("end", () => {
        resolve({ code: response.statusCode ?? 0, body: parse(text), text });
      });
    });
    sent.end(payload);
  });
}

/** The same, where a refusal leaves nothing to go on with. */
export async function mustRequest(
  target: ApiTarget,
  method: string,
  path: string,
  ...rest: [body?: unknown, contentType?: string]
): Promise<ApiObject> {
  const { code, body, text } = await apiRequest(target, method, path, ...rest);
  if (code < 400) return body;
  throw new Error(`${method} ${path}: ${code} ${body.reason ?? ""}: ${body.message ?? text}`);
}

/** Runs `work` for every item, as many at once as there are connections, or fewer. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  atOnce = concurrency,
): Promise<void> {
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Ends the target's idle connections. */
export function closeConnections(target: ApiTarget): void {
  agents.get(target)?.destroy();
  agents.delete(target);
}

function agentOf(target: ApiTarget): Agent {
  const existing = agents.get(target);
  if (existing) return existing;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: concurrency,
    ...(target.ca === undefined ? {} : { ca: target.ca }),
    ...(target.certificate === undefined ? {} : { cert: target.certificate }),
    ...(target.key === undefined ? {} : { key: target.key }),
  });
  agents.set(target, agent);
  return agent;
}

function parse(text: string): ApiObject {
  try {
    return JSON.parse(text) as ApiObject;
  } catch {
    return {};
  }
}
