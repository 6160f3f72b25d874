// kube/external-scaler/: the client of KEDA's external scalers, servers that speak externalscaler.proto.

import protobuf from "protobufjs/light.js";

import descriptor from "./generated/externalscaler.json" with { type: "json" };
import type { ExternalScaler } from "./generated/externalscaler.ts";

export type {
  GetMetricSpecResponse,
  GetMetricsResponse,
  ScaledObjectRef,
} from "./generated/externalscaler.ts";

/** One method of the service: its path, and its messages as bytes. */
export interface Method<Request, Response> {
  readonly name: string;
  readonly path: string;
  readonly encode: (request: Request) => Buffer;
  /** Throws if the bytes are no such message. */
  readonly decode: (bytes: Buffer) => Response;
}

const root = protobuf.Root.fromJSON(descriptor);
const service = root.lookupService("externalscaler.ExternalScaler");
/** An int64 is text, which keeps all of its digits. */
const shape = { longs: String, defaults: true, arrays: true } as const;

function methodOf<Name extends keyof ExternalScaler>(
  name: Name,
): Method<ExternalScaler[Name]["request"], ExternalScaler[Name]["response"]> {
  const method = service.methods[name];
  if (!method) throw new Error(`the service has no ${name}`);
  const { requestType, responseType } = method;
  const [request, response] = [root.lookupType(requestType), root.lookupType(responseType)];
  return {
    name,
    path: `/externalscaler.ExternalScaler/${name}`,
    encode: message => Buffer.from(request.encode(message).finish()),
    decode: bytes =>
      response.toObject(response.decode(bytes), shape) as ExternalScaler[Name]["response"],
  };
}

export const methods = {
  isActive: methodOf("IsActive"),
  streamIsActive: methodOf("StreamIsActive"),
  getMetricSpec: methodOf("GetMetricSpec"),
  getMetrics: methodOf("GetMetrics"),
} as const;
