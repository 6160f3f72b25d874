import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

import type { Sort } from "./reviews.ts";

/** Milliseconds of each review. */
export interface Times {
  /** From the moment that it was due to its response. */
  readonly answered: readonly number[];
  /** From the moment that it was due to the moment that it was sent: the sender's own delay. */
  readonly late: readonly number[];
}

/** Sends reviews at a fixed rate, whatever the response times. */
export async function sendReviews(
  url: string,
  { request: reviewOf }: Sort,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false });
  const answered: number[] = [];
  const late: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const at = begun + (index * 1000) / rate;
    const ms = at - performance.now();
    if (ms > 0) await sleep(ms);
    const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
    const body = JSON.stringify({ ...review, request: reviewOf(index) });
    late.push(performance.now() - at);
    sent.push(
      send(`${url}/validate`, agent, body).then(() => {
        answered.push(performance.now() - at);
      }),
    );
  }
  await Promise.all(sent);
  agent.destroy();
  return { answered, late };
}

function send(url: string, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent }, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        const isAllowed = text.includes('"allowed":true');
        if (isAllowed) resolve();
        else reject(new Error(`a review was not allowed: ${text.slice(0, 300)}`));
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}
