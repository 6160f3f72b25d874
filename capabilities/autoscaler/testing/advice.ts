import type { FieldError, Result } from "../../../engine/model/values/result.ts";
import { ScriptedTransport } from "../../../kube/testing/scripted-transport.ts";
import type { KubeError } from "../../../kube/transport/errors.ts";
import type { Transport } from "../../../kube/transport/transport.ts";
import type { Surroundings } from "../../admission/review-spec.ts";

export type Adviser = (
  transport: Transport,
  spec: unknown,
  about: Surroundings,
) => Promise<readonly FieldError[]>;

/** The API server's answer, and the pod selectors of the spec's targets. */
interface Given {
  readonly answer: Result<unknown, KubeError>;
  readonly selectors?: readonly string[];
}

/** The warnings about a spec, and the requests for them. */
export async function adviceOn(
  adviser: Adviser,
  spec: object,
  { answer, selectors = ["app=web"] }: Given,
) {
  const transport = new ScriptedTransport(() => answer);
  const found = await adviser(transport, spec, { namespace: "shop", selectors, stopped: [] });
  return { found, asked: transport.requests };
}
