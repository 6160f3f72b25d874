import { Readable } from "node:stream";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { CredentialSource } from "../transport/credentials.ts";
import { kubeError, type KubeError } from "../transport/errors.ts";
import { tooLarge, type KubeRequest } from "../transport/kube-request.ts";
import { readItems } from "../transport/response-size.ts";
import { Transport } from "../transport/transport.ts";
import { ManualClock } from "./manual-clock.ts";

type Answer = Result<unknown, KubeError>;

/** Answers requests with a function and records them; for responses that no real API server gives. */
export class ScriptedTransport extends Transport {
  readonly requests: KubeRequest[] = [];
  answer: (request: KubeRequest) => Answer | Promise<Answer>;

  constructor(answer: (request: KubeRequest) => Answer | Promise<Answer>) {
    const clock = new ManualClock();
    super({
      credentials: new CredentialSource(clock, () => Promise.reject(new Error("scripted"))),
      userAgent: "scripted",
      clock,
      random: () => 0.5,
      sleep: () => Promise.resolve(),
      onRequest: () => undefined,
      deadlineMs: 1_000,
    });
    this.answer = answer;
  }

  override async request<T>(request: KubeRequest): Promise<Result<T, KubeError>> {
    if (request.mayWrite && !request.mayWrite()) {
      const why = {
        request: `${request.method} ${request.path}`,
        message: "another replica leads",
      };
      return err(kubeError("Stopped", why));
    }
    this.requests.push(request);
    const answer = (await this.answer(request)) as Result<T, KubeError>;
    if (!request.onItems || !answer.ok) return answer;
    const body = Readable.from([Buffer.from(JSON.stringify(answer.value))]);
    const most = { bytes: Infinity, items: request.mostItems ?? Infinity };
    const read = await readItems(body, most, request.onItems);
    return read.ok ? ok(JSON.parse(read.value.text) as T) : err(tooLarge(request, read.error));
  }
}
