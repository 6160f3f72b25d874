import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

import { afterEach, expect, it, vi } from "vitest";

import { makeCertificate } from "./operator/certificate.ts";
import { closeConnections, mustRequest, type ApiTarget } from "./api.ts";

const { ca, cert, key } = await makeCertificate();
const cleanups: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map(clean => clean())));

/** An API server that refuses a number of requests with a message, and accepts the next one. */
async function refusing(times: number, message: string) {
  let requests = 0;
  const server = createServer({ cert, key }, (_, response) => {
    requests++;
    response.statusCode = requests > times ? 201 : 500;
    response.end(JSON.stringify(requests > times ? { kind: "Autoscaler" } : { message }));
  });
  await new Promise<void>(resolve => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const target: ApiTarget = { server: `https://localhost:${port}`, ca };
  cleanups.push(async () => {
    closeConnections(target);
    await new Promise(resolve => server.close(resolve));
  });
  return { target, requests: () => requests };
}

const webhook =
  'failed calling webhook "validate.autoscaling.trimtab.dev": failed to call webhook:';
const late = `${webhook} Post "https://localhost/validate?timeout=10s": context deadline exceeded`;
const unknown = "whether you may scale it could not be found out:";
const unanswered = `${unknown} no answer within the deadline; try again`;
const down = `${webhook} Post "https://localhost/validate?timeout=10s": connection refused`;
const forbidden = `${unknown} subjectaccessreviews is forbidden; try again`;
const unqueued = `${unknown} no turn in time; try again`;
const conflict =
  "the object has been modified; apply your changes to the latest version and try again";

// prettier-ignore
it.each([
  { shows: "again after a webhook without a response", times: 2, message: late,       sends: 3 },
  { shows: "again after a review without an answer",   times: 2, message: unanswered, sends: 3 },
  { shows: "five times at most",                       times: 9, message: late,       sends: 5, fails: true },
  { shows: "once if no webhook listens",               times: 1, message: down,       sends: 1, fails: true },
  { shows: "once if the webhook lacks a right",        times: 1, message: forbidden,  sends: 1, fails: true },
  { shows: "once if the webhook sent no question",     times: 1, message: unqueued,   sends: 1, fails: true },
  { shows: "once in a conflict",                       times: 1, message: conflict,   sends: 1, fails: true },
])("a request that must succeed is sent $shows", async ({ times, message, sends, fails }) => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const { target, requests } = await refusing(times, message);
  const response = mustRequest(target, "POST", "/apis/autoscalers", {});
  if (fails) await expect(response).rejects.toThrow(message);
  else expect(await response).toEqual({ kind: "Autoscaler" });
  expect(requests()).toBe(sends);
  expect(warn).toHaveBeenCalledTimes(sends - 1);
});
