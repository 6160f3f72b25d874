// Generated from controller/metric-sources/metric-sources.schema.yaml by hack/generate/generate.ts; edit that and run it again.

export interface MetricSourcesFile {
  /**
   * @maxItems 256
   */
  metricSources: MetricSourceConfig[];
}
/**
 * A server with metrics that objects may name. They cannot see or change where it is.
 */
export interface MetricSourceConfig {
  /**
   * How objects name it.
   */
  name: string;
  type: "Prometheus" | "ExternalScaler";
  /**
   * The namespaces whose objects may use it; "*" means all.
   *
   * @minItems 1
   * @maxItems 10000
   */
  allowedNamespaces: string[];
  prometheus?: PrometheusSettings;
  externalScaler?: ExternalScalerSettings;
  tls?: SourceTls;
  /**
   * Secret in the operator's namespace with any of ca.crt, tls.crt, tls.key, token, username,
   * password.
   */
  credentialsSecret?: string;
}
export interface PrometheusSettings {
  /**
   * The address of the HTTP API, without /api/v1/query.
   */
  url: string;
  /**
   * Matchers that every selector of a query gets.
   *
   * @maxItems 8
   */
  enforcedMatchers?: EnforcedMatcher[];
  /**
   * Headers of each request, such as X-Scope-OrgID.
   *
   * @maxItems 8
   */
  headers?: SourceHeader[];
  timeoutSeconds?: number;
  /**
   * A value that was measured longer ago is an error.
   */
  maxSampleAgeSeconds?: number;
  maxConcurrentQueries?: number;
}
export interface EnforcedMatcher {
  label: string;
  /**
   * $(namespace) stands for the namespace of the object.
   */
  value: string;
}
export interface SourceHeader {
  name: string;
  /**
   * $(namespace) stands for the namespace of the object.
   */
  value: string;
}
export interface ExternalScalerSettings {
  /**
   * Host and port of the gRPC server.
   */
  address: string;
  /**
   * Whether to connect without TLS. The default is TLS.
   */
  plaintext?: boolean;
  timeoutSeconds?: number;
  /**
   * Calls that wait for an answer at the same time; 32 by default.
   */
  maxConcurrentCalls?: number;
  /**
   * Streams of objects with push that are open at the same time; 64 by default. The other objects
   * are asked about in every period.
   */
  maxStreams?: number;
}
/**
 * For a server with TLS; the certificates are files of credentialsSecret.
 */
export interface SourceTls {
  /**
   * The name in the certificate of the server; by default, the host of the address.
   */
  serverName?: string;
}
