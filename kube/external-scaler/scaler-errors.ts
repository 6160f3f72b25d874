import { shortText } from "../../engine/model/values/short-text.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../transport/errors.ts";

interface FailedCall {
  readonly source: string;
  readonly method: string;
}

/** By the number of the status: grpc.io/docs/guides/status-codes. Others are errors of the server. */
const codes: Readonly<Record<number, KubeErrorCode>> = {
  // The server ended the call at its deadline, a moment before the client did.
  1: "Timeout",
  3: "BadRequest",
  4: "Timeout",
  5: "BadRequest",
  7: "Forbidden",
  8: "TooManyRequests",
  9: "BadRequest",
  11: "BadRequest",
  12: "NotFound",
  14: "Unreachable",
  16: "Unauthorized",
};

export const askPlatform = "ask the platform team to look at the metric source; it is asked again";

const remedies: Partial<Record<KubeErrorCode, string>> = {
  BadRequest: "correct the metadata of the metric",
  Malformed: "ask the platform team what answers in place of the scaler",
};

/** The longest text of a scaler in a message. */
const mostDetails = 256;

/** Tenants read the message, so it does not say where the scaler is. */
export function scalerError(
  { source, method }: FailedCall,
  { code, details }: { readonly code: number; readonly details: string },
): KubeError {
  const known = codeOf(code, details);
  const request = `external scaler ${source}, ${method}`;
  const error = kubeError(known, { request, message: messageOf(known, details) });
  return { ...error, remedy: remedies[known] ?? askPlatform };
}

/** gRPC reports two failures of this side with a code that servers use, too. */
function codeOf(code: number, details: string): KubeErrorCode {
  if (details.startsWith("Response message parsing error")) return "Malformed";
  if (/^Received message larger than max/i.test(details)) return "TooLarge";
  return codes[code] ?? "ServerError";
}

/** What the client says, and not the scaler. It contains the address. */
const ofConnection =
  /^(No connection established|Name resolution failed|Connection |Failed to|The server |read |write )/;
/** Of Node.js and OpenSSL. */
const reasons =
  /\bE(?:CONN|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|PIPE)[A-Z]{0,16}\b|certificate has expired|self-signed certificate|unable to verify the first certificate|unable to get (?:local )?issuer certificate|does not match certificate|certificate required|bad certificate|unknown ca|wrong version number/;

function messageOf(code: KubeErrorCode, details: string): string {
  if (code === "Timeout") return "no answer in time";
  if (code !== "Unreachable" || !ofConnection.test(details)) return shortText(details, mostDetails);
  return `the server cannot be reached (${reasons.exec(details)?.[0] ?? "no connection"})`;
}
