// engine/validate/names/: the formats of names, and of references to workloads.
// engine/validate/ and engine/sources/ import it.

import { type FieldReader, type Problem, show } from "../field-reader.ts";

/**
 * The format of a name, and the error for a malformed one. The CEL rules use the same patterns; the
 * schema limits the length.
 */
export interface NameFormat {
  readonly pattern: Pick<RegExp, "test">;
  readonly refuse: (name: string) => Problem;
}

/** @param noun completes "is not" */
export const named = (
  code: string,
  noun: string,
  pattern: NameFormat["pattern"],
  remedy: string,
): NameFormat => ({
  pattern,
  refuse: name => ({ code, message: `${show(name)} is not ${noun}`, remedy }),
});

/** DNS-1123 subdomain, which the API server requires for almost every kind. */
export const objectName = named(
  "NameMalformed",
  "an object name",
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  "write lower case letters, digits, - and ., beginning and ending with a letter or digit",
);

/** `version` or `group/version`. */
export const apiVersion = named(
  "ApiVersionMalformed",
  "an API version",
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[a-z]([-a-z0-9]*[a-z0-9])?$/,
  "write group/version, such as apps/v1",
);

export const kind = named(
  "KindMalformed",
  "a kind",
  /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/,
  "write the singular name in CamelCase, such as Deployment",
);

/** `name` or `prefix/name`, as for labels and resources. */
export const qualifiedName =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

export interface LabelFormats {
  readonly key: NameFormat;
  readonly value: NameFormat;
}

const labelsOf = (owner: string, exampleKey: string, what = "Label"): LabelFormats => ({
  key: {
    pattern: qualifiedName,
    refuse: key => ({
      code: `${what}KeyMalformed`,
      message: `${what.toLowerCase()} key ${show(key)} is malformed`,
      remedy: `write it as the ${owner} has it, such as ${exampleKey}`,
    }),
  },
  value: {
    // May be empty.
    pattern: /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/,
    refuse: value => ({
      code: `${what}ValueMalformed`,
      message: `${what.toLowerCase()} value ${show(value)} is malformed: it may hold at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit`,
      remedy: `write it as the ${owner} has it`,
    }),
  },
});

export const nodeLabels = labelsOf("node", "topology.kubernetes.io/zone");
/** Taints have the same formats. */
export const nodeTaints = labelsOf("node", "example.com/dedicated", "Taint");
export const workloadLabels = labelsOf("workload", "app.kubernetes.io/name");

/** Any text but the empty one: a resource that is not measured only fails when it is queried. */
export const resourceName: NameFormat = {
  pattern: /[^]/,
  refuse: () => ({ code: "Required", message: "is required", remedy: "write name: cpu" }),
};

export const containerResourceName = named(
  "ResourceNameMalformed",
  "a resource that a container can request",
  { test: isContainerResource },
  "write cpu or memory",
);

/** Source  upstream pkg/apis/core/v1/validation, ValidateContainerResourceName. */
function isContainerResource(name: string): boolean {
  const slash = name.indexOf("/");
  if (slash === -1) {
    return /^(cpu|memory|ephemeral-storage|hugepages-[-A-Za-z0-9_.]{0,52}[A-Za-z0-9])$/.test(name);
  }
  if (!qualifiedName.test(name)) return false;
  // A quota puts "requests." before an extended resource, and the result must still be a name.
  return name.includes("kubernetes.io/")
    ? slash <= 253
    : slash <= 244 && !name.startsWith("requests.");
}

const dnsLabel = (code: string, noun: string): NameFormat =>
  named(
    code,
    `the name of a ${noun}`,
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
    "write lower case letters, digits and -, beginning and ending with a letter or digit",
  );

export const namespaceName = dnsLabel("NamespaceMalformed", "namespace");
export const containerName = dnsLabel("ContainerNameMalformed", "container");
export const sourceName = dnsLabel("SourceNameMalformed", "metric source");
export const thresholdName = dnsLabel("ThresholdNameMalformed", "threshold");
export const scheduleName = dnsLabel("ScheduleNameMalformed", "schedule");

/** One segment of a path, so that it can be queried; `*` is the one that stands for all. */
export const metricName = named(
  "MetricNameMalformed",
  "the name of a metric",
  /^(?!([.]{1,2}|[*])$)[^/%]+$/,
  "write its own name, without / and %, such as requests_per_second",
);

/** The reserved words of CEL, and what an expression knows besides metrics. */
const reservedWords: ReadonlySet<string> = new Set(
  "as break const continue current else false for function if import in let loop namespace null package prototype return true var void while __proto__".split(
    " ",
  ),
);

/** A metric's name within its object, which an expression can contain. */
export const metricAlias = named(
  "MetricAliasMalformed",
  "a name for a metric",
  { test: name => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedWords.has(name) },
  "write letters, digits and _, not beginning with a digit and no reserved word such as current",
);

/** As in upstream, the empty text means v1. Stricter than upstream, because it becomes part of a request. */
export const describedApiVersion = named(
  "ApiVersionMalformed",
  "an API version",
  { test: text => text === "" || apiVersion.pattern.test(text) },
  "write group/version, such as networking.k8s.io/v1, or v1",
);

/** Stricter than upstream: `*` as a kind or name would ask about all objects. */
export const describedKind = named(
  "KindMalformed",
  "a kind",
  kind.pattern,
  "write the singular name in CamelCase, such as Ingress",
);

/** Reports a malformed text; returns whether it is well-formed. The schema reports other types. */
export function checkText(
  reader: FieldReader,
  key: string,
  value: unknown,
  { pattern, refuse }: NameFormat,
): value is string {
  if (typeof value !== "string") return false;
  const isWellFormed = pattern.test(value);
  if (!isWellFormed) reader.report(key, refuse(value));
  return isWellFormed;
}

/**
 * A name; undefined if it is missing or malformed. `example` shows how to write one that a rule of
 * the CRD demands.
 */
export function readName(
  reader: FieldReader,
  key: string,
  format: NameFormat,
  example?: string,
): string | undefined {
  if (example !== undefined) reader.require(key, `${key}: ${example}`);
  const name = reader.text(key);
  return checkText(reader, key, name, format) ? name : undefined;
}
