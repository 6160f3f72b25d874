import type { Answer, Measured, RawAnswer, RawValue } from "../model/observation/observation.ts";
import { customSamples, resourceSamples } from "../model/observation/pod-sample.ts";
import { milliUnits } from "../model/values/quantity.ts";
import { earliest, timeOrZero, ZERO_TIME } from "../model/values/time.ts";
import type { MeteredResource } from "../model/spec/metric.ts";

export function parsePodMetrics(raw: RawAnswer, { resource, container }: MeteredResource): Answer {
  if (raw.kind !== "PodMetrics") return notOfThisKind(raw);
  if (raw.items.length === 0) return failed(noPodMetrics);
  return { kind: "Samples", samples: resourceSamples(raw.items, resource, container) };
}

export function parsePodValues(raw: RawAnswer): Answer {
  if (raw.kind !== "PodValues") return notOfThisKind(raw);
  if (raw.items.length === 0) return failed(noSample("custom"));
  return { kind: "Samples", samples: customSamples(raw.items) };
}

export function parseObjectValue(raw: RawAnswer): Answer {
  if (raw.kind !== "ObjectValue") return notOfThisKind(raw);
  const value = milliUnits(raw.value);
  if (!value.ok) return failed(value.error);
  return { kind: "Value", value: value.value, measured: measuredIn([raw]) };
}

export function parseExternalValues(raw: RawAnswer): Answer {
  if (raw.kind !== "ExternalValues") return notOfThisKind(raw);
  if (raw.values.length === 0) return failed(noSample("external"));
  const values: bigint[] = [];
  for (const { value: text } of raw.values) {
    const value = milliUnits(text);
    if (!value.ok) return failed(value.error);
    values.push(value.value);
  }
  return { kind: "Values", values, measured: measuredIn(raw.values) };
}

/** An empty list: the metric may exist. */
const noSample = (api: "custom" | "external"): string =>
  `the ${api} metrics API answered without a sample; check whether the metric has values now, and check its name and labels`;

const noPodMetrics =
  "the resource metrics API has no metrics of these pods; new ones have some after a minute, else look at metrics-server";

export function measuredIn(values: readonly RawValue[]): Measured {
  const times = values
    .map(({ timestamp }) => timeOrZero(timestamp))
    .filter(time => time !== ZERO_TIME);
  const windows = values.map(({ windowSeconds }) => (windowSeconds ?? 0) * 1000);
  return { time: earliest(times), windowMs: Math.max(...windows) };
}

export const notOfThisKind = (raw: RawAnswer): Answer =>
  raw.kind === "Failed" ? raw : failed("the answer is to another question");

export const failed = (message: string): Answer => ({ kind: "Failed", message });
