// kube/external-scaler/: the client of KEDA's external scalers, servers that speak externalscaler.proto.
// controller/metric-sources/ imports it.

import protobuf from "protobufjs/light.js";

import descriptor from "./generated/externalscaler.json" with { type: "json" };

/** The object that a scaler is asked about: KEDA sends the name of a ScaledObject. */
export interface ScaledObjectRef {
  readonly name: string;
  readonly namespace: string;
  readonly scalerMetadata: Readonly<Record<string, string>>;
}

export interface IsActiveResponse {
  readonly result: boolean;
}

/** An int64 is text, which keeps all of its digits. */
export interface GetMetricSpecResponse {
  readonly metricSpecs: readonly {
    readonly metricName: string;
    readonly targetSize: string;
    readonly targetSizeFloat: number;
  }[];
}

export interface GetMetricsRequest {
  readonly scaledObjectRef: ScaledObjectRef;
  readonly metricName: string;
}

export interface GetMetricsResponse {
  readonly metricValues: readonly {
    readonly metricName: string;
    readonly metricValue: string;
    readonly metricValueFloat: number;
  }[];
}

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
const shape = { longs: String, defaults: true, arrays: true } as const;

function methodOf<Request extends object, Response>(name: string): Method<Request, Response> {
  const method = service.methods[name];
  if (!method) throw new Error(`the service has no ${name}`);
  const { requestType, responseType } = method;
  const [request, response] = [root.lookupType(requestType), root.lookupType(responseType)];
  return {
    name,
    path: `/externalscaler.ExternalScaler/${name}`,
    encode: message => Buffer.from(request.encode(message).finish()),
    decode: bytes => response.toObject(response.decode(bytes), shape) as Response,
  };
}

export const methods = {
  isActive: methodOf<ScaledObjectRef, IsActiveResponse>("IsActive"),
  streamIsActive: methodOf<ScaledObjectRef, IsActiveResponse>("StreamIsActive"),
  getMetricSpec: methodOf<ScaledObjectRef, GetMetricSpecResponse>("GetMetricSpec"),
  getMetrics: methodOf<GetMetricsRequest, GetMetricsResponse>("GetMetrics"),
} as const;
