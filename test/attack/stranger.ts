import { request, type RequestOptions } from "node:https";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";

import { sources } from "./largest-specs.ts";
import { count, type Tally } from "./part.ts";
import type { Random } from "../../cli/simulate/random.ts";
import { below } from "../random.ts";

/** The addresses for a client that is not a user of the cluster. */
export interface Doors {
  /** The webhook port, without the path. */
  readonly url: string;
  /** The path of reviews: with cert-manager and with a Secret of one's own, everyone knows it. */
  readonly path: string;
  readonly metricsUrl: string;
}

export interface Stranger extends Doors {
  readonly random: Random;
  /** The pace, relative to the pauses below. */
  readonly rate: number;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** A hundred connections: how many do what, and how long each pauses before it repeats, at the rate 1. */
export const strangerParts = [
  { name: "forged reviews", connections: 40, pauseMs: 1_000, act: forge },
  { name: "bodies without end", connections: 15, pauseMs: 1_000, act: pour },
  { name: "half of a request", connections: 25, pauseMs: 500, act: stall },
  { name: "half of a handshake", connections: 5, pauseMs: 500, act: knock },
  { name: "scrapes", connections: 11, pauseMs: 1_000, act: scrape },
  { name: "scrapes in a loop", connections: 2, pauseMs: 0, act: scrapeFast },
  { name: "reviews of long texts", connections: 2, pauseMs: 1_000, act: forgeTexts },
] as const;

export async function runStranger(stranger: Stranger): Promise<void> {
  const { rate, signal, tally } = stranger;
  await Promise.all(
    strangerParts.flatMap(({ name, connections, pauseMs, act }) =>
      Array.from({ length: connections }, async () => {
        while (!signal.aborted) {
          const end = await act(stranger).catch((error: unknown) => codeOf(error));
          count(tally, name, end);
          await sleep(pauseMs / rate, undefined, { signal }).catch(() => undefined);
        }
      }),
    ),
  );
}

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? "an error without a code";

/** Outsiders cannot guess the path, but can try others. */
function path({ random }: Stranger): string {
  const hex = () => below(random, 16).toString(16);
  const guess = `/validate/${Array.from({ length: 32 }, hex).join("")}`;
  return [guess, "/validate", "/", "/metrics", "/validate/../validate"][below(random, 5)] ?? guess;
}

/**
 * 2.9 MB of groups, which would fill a cache. All reviews share these bytes: to create them costs CPU time,
 * of which a stranger on another machine takes none from the operator.
 */
const groups = Buffer.from(
  JSON.stringify(Array.from({ length: 29_000 }, (_, index) => `${index}`.padEnd(97, "g"))),
);

function forge(stranger: Stranger): Promise<string> {
  const { random } = stranger;
  const name = `forged-${below(random, 1_000_000)}`;
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  const group = "autoscaling.trimtab.dev";
  const review = JSON.stringify({
    ...{ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" },
    request: {
      ...{ uid: name, operation: "CREATE", name, namespace: "default" },
      kind: { group, version: "v1alpha1", kind: "Autoscaler" },
      resource: { group, version: "v1alpha1", resource: "autoscalers" },
      ...(random() < 0.9 ? { userInfo: { username: name, groups: "GROUPS" } } : {}),
      object: { metadata: { name }, spec: { scaleTargetRef, maxReplicas: 3 } },
    },
  });
  const [head = "", ...rest] = review.split('"GROUPS"');
  const body = [Buffer.from(head), ...rest.flatMap(text => [groups, Buffer.from(text)])];
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return post(stranger, { headers: { "content-length": length } }, sent => {
    for (const part of body) sent.write(part);
    sent.end();
  });
}

/** What a pattern could look for again and again, repeated. */
const repeated = ["trimtab", "1", " ", "a.", "/", "-", "=", "\u00e4", "0m", "[(", "-a*"] as const;

/** The query of a metric, so that the parser of PromQL would read the text. */
const queryOf = (query: string) => ({
  ...{ scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" }, maxReplicas: 3 },
  metrics: [
    {
      type: "Prometheus",
      prometheus: {
        ...{ source: sources.prometheus, query },
        target: { type: "AverageValue", averageValue: "7" },
      },
    },
  ],
});

/** Reviews that no API server sends: texts of up to 4 MB in the places that a review reads. */
function forgeTexts(stranger: Stranger): Promise<string> {
  const { random, path: known } = stranger;
  const part = repeated[below(random, repeated.length)] ?? "trimtab";
  const text = part.repeat(2 ** (12 + below(random, 10)));
  const places = [
    { metadata: { name: "x", annotations: { [text]: "" } }, spec: {} },
    { metadata: { name: "x", annotations: { "autoscaling.trimtab.dev/paused-until": text } } },
    { metadata: { name: text, labels: { [text]: text } }, spec: {} },
    { metadata: { name: "x" }, spec: { [text]: text, algorithm: text } },
    { metadata: { name: "x" }, spec: queryOf(text) },
  ];
  const group = "autoscaling.trimtab.dev";
  const kind = { group, version: "v1alpha1", kind: "Autoscaler" };
  const object = places[below(random, places.length)];
  const request = {
    ...{ uid: "x", operation: "CREATE", kind, name: "x", namespace: "default", object },
    // Without a user, the operator answers before it reads the object.
    userInfo: { username: "x" },
  };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
  return post(stranger, { path: known }, sent => sent.end(JSON.stringify(review)));
}

/** 32 MB without a Content-Length. */
function pour(stranger: Stranger): Promise<string> {
  const part = Buffer.alloc(1024 * 1024, "[");
  return post(stranger, {}, sent => {
    let left = 32;
    const more = (): void => {
      while (left-- > 0) if (!sent.write(part)) return;
      sent.end();
    };
    sent.on("drain", more);
    more();
  });
}

/** @param write sends the body */
function post(
  stranger: Stranger,
  options: RequestOptions,
  write: (sent: ReturnType<typeof request>) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { signal, url } = stranger;
    const sent = request(`${url}${options.path ?? path(stranger)}`, {
      ...{ method: "POST", rejectUnauthorized: false, signal, ...options },
    });
    sent.once("response", response => {
      response.resume();
      response.on("error", reject);
      response.once("close", () => {
        resolve(`${response.statusCode ?? 0}`);
        sent.destroy();
      });
    });
    // The server disconnects while the body is still being sent, so there may be several errors.
    sent.on("error", reject);
    write(sent);
  });
}

/** Headers that never end, or a body that never arrives, until the server disconnects. */
function stall(stranger: Stranger): Promise<string> {
  const { url, random } = stranger;
  const socket = connectTls({ ...addressOf(url), rejectUnauthorized: false });
  const start = `POST ${path(stranger)} HTTP/1.1\r\nhost: localhost\r\n`;
  socket.write(random() < 0.5 ? start : `${start}content-length: 8000000\r\n\r\n{`);
  return untilClosed(stranger, socket);
}

/** A connection that does not even start the TLS handshake. */
function knock(stranger: Stranger): Promise<string> {
  return untilClosed(stranger, connect(addressOf(stranger.url)));
}

function untilClosed({ signal }: Stranger, socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => socket.destroy();
    signal.addEventListener("abort", end, { once: true });
    socket.once("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", end);
      resolve(signal.aborted ? "open until the end" : "closed");
    });
    socket.resume();
  });
}

function addressOf(url: string) {
  return { host: "127.0.0.1", port: Number(new URL(url).port) };
}

/** Half of the clients read as slowly as the server allows. */
function scrape(stranger: Stranger): Promise<string> {
  return read(stranger, stranger.random() < 0.5);
}

function scrapeFast(stranger: Stranger): Promise<string> {
  return read(stranger, false);
}

/** Reads the metrics. */
function read({ metricsUrl, signal }: Stranger, isSlow: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = get(`${metricsUrl}/metrics`, { agent: false, signal }, response => {
      if (!isSlow || response.statusCode !== 200) response.resume();
      const end = () => response.destroy();
      const cut = setTimeout(end, 15_000);
      signal.addEventListener("abort", end, { once: true });
      response.once("error", reject);
      response.once("close", () => {
        clearTimeout(cut);
        signal.removeEventListener("abort", end);
        resolve(`${response.statusCode ?? 0}`);
      });
    });
    sent.once("error", reject);
  });
}
