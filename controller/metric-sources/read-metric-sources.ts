// controller/metric-sources/: the servers with metrics that the platform team configures by name, their credentials
// and their clients. controller/process/ reads their file; capabilities/autoscaler/ queries them.

import { readFileSync } from "node:fs";

import { parse } from "yaml";

import {
  type FieldError,
  formatFieldError,
  err,
  ok,
  type Result,
} from "../../engine/model/values/result.ts";
import type { NamedSource } from "../../engine/sources/named-source.ts";
import { FieldReader, type Problem } from "../../engine/schema/field-reader.ts";
import type { Fields } from "../../engine/model/values/json-values.ts";
import { conform } from "../../engine/schema/structure.ts";
import type { MetricSourceConfig, MetricSourcesFile } from "./generated/metric-sources.ts";
import * as structure from "./generated/metric-sources.validator.js";

/** A source with everything that its client needs. Without `tls`, it is up to the address whether there is TLS. */
export interface MetricSource
  extends NamedSource, Readonly<Pick<MetricSourceConfig, "prometheus" | "externalScaler" | "tls">> {
  /** The folder with its credentials; null: it needs none. */
  readonly credentialsSecret: string | null;
}

export type MetricSources = ReadonlyMap<string, MetricSource>;

/** Reads the file of --metric-sources. Errors: a sentence. */
export function loadMetricSources(file: string): Result<MetricSources, string> {
  try {
    const read = readMetricSources(readFileSync(file, "utf8"));
    return read.ok ? read : err(`${file}: ${read.error}`);
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Errors: all problems, as a sentence. */
export function readMetricSources(text: string): Result<MetricSources, string> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { errors, value } = conform(structure, parsed.value);
  const found = errors.map(inThisFile);
  if (found.length === 0) checkAll(new FieldReader("", value as Fields, found));
  if (found.length > 0) return err(found.map(named).map(formatFieldError).join("; "));
  const { metricSources } = value as MetricSourcesFile;
  return ok(new Map(metricSources.map(source => [source.name, sourceOf(source)])));
}

const named = (error: FieldError): FieldError => ({
  ...error,
  path: error.path === "" ? "the file" : error.path,
});

/** What the messages say of objects of an API server does not fit here. */
function inThisFile(error: FieldError): FieldError {
  if (error.code === "UnknownField") return { ...error, message: "there is no such field" };
  if (error.code !== "PatternMismatch") return error;
  if (error.path.endsWith(".externalScaler.address")) return { ...error, ...noAddress };
  return { ...error, remedy: "write what docs/metric-sources.md says of the field" };
}

const noAddress = {
  message: "is no host with a port from 1 to 65535",
  remedy: "write scaler.shop.svc:9090 or the like",
};

/** An error or a warning of the parser quotes the line, which could hold a credential by mistake. */
function parseYaml(text: string): Result<unknown, string> {
  try {
    return ok(parse(text, { logLevel: "error" }));
  } catch {
    return err("the file is not YAML");
  }
}

const sourceOf = (config: MetricSourceConfig): MetricSource => ({
  ...config,
  allowedNamespaces: config.allowedNamespaces.includes("*")
    ? null
    : new Set(config.allowedNamespaces),
  enforcedMatchers: config.prometheus?.enforcedMatchers ?? [],
  credentialsSecret: config.credentialsSecret ?? null,
});

/** What no schema can state. */
function checkAll(file: FieldReader): void {
  const sources = file.objects("metricSources");
  const seen = new Set<string>();
  for (const source of sources) {
    const name = source.text("name") ?? "";
    if (seen.has(name)) {
      const message = `there is another source ${name}`;
      source.report("name", { code: "Duplicate", message, remedy: "rename one of the two" });
    }
    seen.add(name);
    checkParts(source);
    checkUrl(source);
    checkHeaders(source);
    checkPlaintext(source);
  }
}

const parts = [
  { key: "prometheus", type: "Prometheus", example: "{url: 'https://prometheus.monitoring.svc'}" },
  { key: "externalScaler", type: "ExternalScaler", example: "{address: 'scaler.shop.svc:9090'}" },
];

function checkParts(source: FieldReader): void {
  for (const { key, type, example } of parts) {
    if (source.text("type") === type) source.requireSource(key, type, example);
    else if (source.has(key)) {
      const message = `is no part of a source of type ${source.text("type") ?? ""}`;
      source.report(key, { code: "SourceForbidden", message, remedy: "remove it" });
    }
  }
}

function checkUrl(source: FieldReader): void {
  const settings = source.object("prometheus");
  const url = settings?.text("url");
  if (!settings || url === undefined) return;
  const isSecret = source.has("credentialsSecret") || source.has("tls");
  const problem = urlProblem(url, isSecret);
  if (problem) settings.report("url", { code: "UrlInvalid", ...problem });
}

/** The message does not quote the URL, which could contain a credential. */
function urlProblem(text: string, isSecret: boolean): Omit<Problem, "code"> | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const remedy = "write https://prometheus.monitoring.svc:9090 or the like";
    return { message: "is no http or https URL", remedy };
  }
  if (url.username !== "" || url.password !== "") {
    const remedy = "store them in credentialsSecret, as username and password";
    return { message: "contains credentials", remedy };
  }
  if (url.search !== "" || url.hash !== "" || /\/api\/v1\/query\/?$/.test(url.pathname)) {
    const remedy = "remove the query, and /api/v1/query";
    return { message: "is more than the address of the API", remedy };
  }
  if (url.protocol === "https:" || !isSecret) return null;
  const message = "is without TLS, which would show the credentials to the network";
  return { message, remedy: "write https, or remove tls and credentialsSecret" };
}

/** Set by the client, or credentials that belong in the Secret. */
const reservedHeaders =
  /^(authorization|cookie|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent)$|^(proxy-|content-|accept)/i;

function checkHeaders(source: FieldReader): void {
  for (const header of source.object("prometheus")?.objects("headers") ?? []) {
    const name = header.text("name") ?? "";
    if (!reservedHeaders.test(name)) continue;
    const message = `${name} is set by the operator`;
    const remedy = "remove it; credentials belong in credentialsSecret";
    header.report("name", { code: "HeaderReserved", message, remedy });
  }
}

function checkPlaintext(source: FieldReader): void {
  const settings = source.object("externalScaler");
  if (settings?.raw("plaintext") !== true) return;
  if (!source.has("credentialsSecret") && !source.has("tls")) return;
  const message = "excludes tls and credentialsSecret, which nothing would use";
  settings.report("plaintext", { code: "PlaintextWithTls", message, remedy: "remove one of them" });
}
