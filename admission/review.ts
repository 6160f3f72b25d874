import { randomUUID } from "node:crypto";

import { PeprValidateRequest, type Capability } from "pepr";

type AdmissionRequest = ConstructorParameters<typeof PeprValidateRequest>[0];

export interface ReviewResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  readonly status?: { readonly code: number; readonly message: string };
}

export interface ReviewReport {
  readonly kind: string;
  readonly verdict: "allowed" | "denied" | "fault";
  /** Only of a fault: what is in the answer, too, so that the log can be searched for it. */
  readonly faultId?: string;
  readonly key?: string;
  readonly fault?: unknown;
}

/** The API server stops reading at 4 KiB in all; a longer list of warnings would be cut anyway. */
const longestWarning = 256;

/**
 * Answers an AdmissionReview with the `Validate` bindings of the capabilities. Whatever happens,
 * the answer is a review: a fault of ours is a refusal with an id, never an error code.
 */
export async function review(
  capabilities: readonly Capability[],
  request: AdmissionRequest,
  report: (done: ReviewReport) => void,
): Promise<ReviewResponse> {
  const { uid } = request;
  const { kind } = request.kind;
  try {
    const answers = await Promise.all(
      capabilities.flatMap(({ bindings }) => bindings).flatMap(binding => ask(binding, request)),
    );
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

/** Pepr's words for the operations that a binding asks for; a deletion is never in the way. */
const operations: Readonly<Record<string, readonly string[]>> = {
  CREATE: ["CREATE"],
  UPDATE: ["UPDATE"],
  CREATEORUPDATE: ["CREATE", "UPDATE"],
  "*": ["CREATE", "UPDATE"],
};

function ask({ kind, event, validateCallback }: Binding, request: AdmissionRequest) {
  const meant = kind.group === request.kind.group && kind.kind === request.kind.kind;
  if (!meant || !validateCallback || !operations[event]?.includes(request.operation)) return [];
  return [Promise.resolve(validateCallback(new PeprValidateRequest(request)))];
}

const cut = (warning: string): string =>
  warning.length > longestWarning ? `${warning.slice(0, longestWarning - 1)}…` : warning;

/** What arrived, if it is an AdmissionReview that can be answered. */
export function parseReview(body: string): AdmissionRequest | null {
  try {
    const parsed = JSON.parse(body) as { request?: Partial<AdmissionRequest> } | null;
    const request = parsed?.request;
    const answerable =
      typeof request?.uid === "string" &&
      typeof request.kind?.kind === "string" &&
      typeof request.operation === "string";
    return answerable ? (request as AdmissionRequest) : null;
  } catch {
    return null;
  }
}
