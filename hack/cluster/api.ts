import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

/** An API server and the credentials for it. */
export interface ApiTarget {
  /** https URL */
  readonly server: string;
  /** PEM, all of them */
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly token?: string;
  /** The user that its requests impersonate, as with `kubectl --as`; see `actingFor`. */
  readonly as?: Person;
}

export interface Person {
  readonly user: string;
  /** By default, the API server adds the groups of every user, or of every service account. */
  readonly groups?: readonly string[];
}

/** The common fields of Kubernetes objects, lists and Statuses. Cast `spec` and `status` to their types. */
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
  /** The parsed response; empty if it was not JSON. */
  readonly body: ApiObject;
  readonly text: string;
}

/** Maximum number of connections to one API server: more gain nothing on two cores. */
const concurrency = 16;

const agents = new WeakMap<ApiTarget, Agent>();

const contentTypeOf = (method: string): string =>
  method === "PATCH" ? "application/merge-patch+json" : "application/json";

/**
 * Sends one request on the target's pool of kept-alive connections. A refusal is a response, not an error. A
 * Buffer is sent unchanged. A PATCH is a merge patch, unless the caller names another content type.
 */
export function apiRequest(
  target: ApiTarget,
  method: string,
  path: string,
  ...[body, contentType = contentTypeOf(method)]: [body?: unknown, contentType?: string]
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
        ...bearer(target.token),
        ...(target.as && {
          "impersonate-user": target.as.user,
          "impersonate-group": [...(target.as.groups ?? [])],
        }),
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

/** The same, but throws on a refusal. On busy cores, a review may run out of time: then it sends the request again. */
export async function mustRequest(
  target: ApiTarget,
  method: string,
  path: string,
  ...rest: [body?: unknown, contentType?: string]
): Promise<ApiObject> {
  for (let attempt = 1; ; attempt++) {
    const { code, body, text } = await apiRequest(target, method, path, ...rest);
    if (code < 400) return body;
    const refusal = `${method} ${path}: ${code} ${body.reason ?? ""}: ${body.message ?? text}`;
    if (attempt === attempts || !ranOutOfTime(refusal)) throw new Error(refusal);
    console.warn(`${refusal} (attempt ${attempt} of ${attempts})`);
    await sleep(pauseMs);
  }
}

const attempts = 5;
const pauseMs = 200;

/**
 * Whether a refusal says that the webhook did not respond in time, in the words of the API server, or that the webhook
 * got no response from the API server in time, in those of Trimtab.
 */
export const ranOutOfTime = (refusal: string): boolean =>
  /failed calling webhook .*deadline exceeded|: no answer within the deadline/.test(refusal);

/** Waits until a path is served: the API server accepts a CRD or an APIService a moment before. */
export async function untilServed(
  target: ApiTarget,
  path: string,
  withinSeconds = 10,
): Promise<void> {
  for (let tries = 0; tries < 20 * withinSeconds; tries++) {
    if ((await apiRequest(target, "GET", path)).code === 200) return;
    await sleep(50);
  }
  throw new Error(
    `${path} is not served after ${withinSeconds} seconds: look at the API server's log`,
  );
}

/** Runs `work` for every item, up to `atOnce` at a time. */
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

/** The same target for requests of another user, on the same connections. */
export function actingFor(target: ApiTarget, as: Person): ApiTarget {
  const acting = { ...target, as };
  agents.set(acting, agentOf(target));
  return acting;
}

/** What identifies the target's user in a request of `node:https` that does without this module. */
export const identityOf = ({ ca, certificate, key, token }: ApiTarget) => ({
  ...{ ca, cert: certificate, key },
  headers: bearer(token),
});

const bearer = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Closes the target's idle connections. */
export function closeConnections(target: ApiTarget): void {
  agents.get(target)?.destroy();
  agents.delete(target);
}

function agentOf(target: ApiTarget): Agent {
  const existing = agents.get(target);
  if (existing) return existing;
  const agent = new Agent({
    keepAlive: true,
    // Shorter than the API server keeps an idle connection: a request on one that it closes fails.
    timeout: 30_000,
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
