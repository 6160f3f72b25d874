import { randomUUID } from "node:crypto";

import { PeprValidateRequest, type Capability } from "pepr";

/** The `request` of an AdmissionReview. */
export type AdmissionRequest = ConstructorParameters<typeof PeprValidateRequest>[0];

export interface ReviewResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  readonly status?: { readonly code: number; readonly message: string };
}

export interface ReviewReport {
  readonly kind: string;
  readonly verdict: "allowed" | "denied" | "fault";
  /** Only for a fault; the response contains it, too, so that users can find it in the log. */
  readonly faultId?: string;
  readonly key?: string;
  readonly fault?: unknown;
}

/** The API server stops reading at 4 KiB in total and would cut a longer list of warnings. */
const longestWarning = 256;

/**
 * Answers an AdmissionReview with the `Validate` bindings of the capabilities. The response is always a
 * review: an internal fault is a denial with an id, never an error code.
 */
export async function review(
  capabilities: readonly Capability[],
  request: AdmissionRequest,
  report: (done: ReviewReport) => void,
): Promise<ReviewResponse> {
  const { uid } = request;
  const bindings = capabilities.flatMap(each => each.bindings);
  // Other kinds would create an unbounded number of series in /metrics.
  const kind = bindings.some(binding => isAbout(binding, request)) ? request.kind.kind : "other";
  try {
    const answers = await Promise.all(bindings.flatMap(binding => ask(binding, request)));
    const refusals = answers.filter(({ allowed }) => !allowed);
    const warnings = answers.flatMap(answer => answer.warnings ?? []);
    report({ kind, verdict: refusals.length > 0 ? "denied" : "allowed" });
    const message = refusals.map(({ statusMessage }) => statusMessage ?? "refused").join("\n");
    return {
      uid,
      allowed: refusals.length === 0,
      ...(warnings.length > 0 ? { warnings: warnings.map(cut) } : {}),
      ...(refusals.length > 0 ? { status: { code: 422, message } } : {}),
    };
  } catch (fault) {
    const faultId = randomUUID();
    const key = `${request.namespace ?? ""}/${request.name}`;
    report({ kind, verdict: "fault", faultId, key, fault });
    const message = `trimtab could not judge this object (fault ${faultId}, see the operator's log); try again`;
    return { uid, allowed: false, status: { code: 503, message } };
  }
}

type Binding = Capability["bindings"][number];

/** Pepr's names for the operations of a binding; a DELETE is always allowed. */
const operations: Readonly<Record<string, readonly string[]>> = {
  CREATE: ["CREATE"],
  UPDATE: ["UPDATE"],
  CREATEORUPDATE: ["CREATE", "UPDATE"],
  "*": ["CREATE", "UPDATE"],
};

const isAbout = ({ kind }: Binding, request: AdmissionRequest): boolean =>
  kind.group === request.kind.group && kind.kind === request.kind.kind;

function ask(binding: Binding, request: AdmissionRequest) {
  const { event, validateCallback } = binding;
  const isAsked = isAbout(binding, request) && operations[event]?.includes(request.operation);
  if (!isAsked || !validateCallback) return [];
  // Pepr would copy the object, which takes more memory than to parse it.
  const asked = new PeprValidateRequest({ ...request, object: {} });
  asked.Raw = request.object;
  return [Promise.resolve(validateCallback(asked))];
}

const cut = (warning: string): string =>
  warning.length > longestWarning ? `${warning.slice(0, longestWarning - 1)}…` : warning;
