import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { specCases as autoscalerCases } from "../../engine/validate/autoscaler.cases.ts";
import { specCases as proportionalCases } from "../../engine/validate/cluster-proportional-autoscaler.cases.ts";
import { apiRequest, mustRequest, type ApiObject, type ApiResponse } from "../cluster/api.ts";
import { documents } from "../cluster/operator/documents.ts";
import { renderChart } from "../cluster/operator/chart.ts";
import { installProduct, pathOf } from "../cluster/operator/install.ts";
import type { ApiServer } from "./api-server.ts";
import { accessAnswers } from "./access.ts";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const samples = fileURLToPath(new URL("../../crds/samples", import.meta.url));
const group = "autoscaling.trimtab.dev/v1alpha1";
const kinds = [
  {
    ...{ kind: "Autoscaler", plural: "autoscalers", cases: autoscalerCases },
    good: { scaleTargetRef: target, maxReplicas: 5 },
  },
  {
    ...{ kind: "ClusterProportionalAutoscaler", plural: "clusterproportionalautoscalers" },
    cases: proportionalCases,
    good: { scaleTargetRefs: [target], linear: { nodesPerReplica: 1 } },
  },
] as const;

/** The requests and their responses in words. */
export type Answers = ReadonlyMap<string, string>;

/** Installs the product in an empty API server and sends all requests that depend on the release. */
export async function answersOf(server: ApiServer): Promise<Answers> {
  // The policy would let only the operator write the tested status.
  await installProduct(server.admin, { statusPolicy: { enabled: false } });
  return new Map([
    ...(await chartAnswers(server)),
    ...(await caseAnswers(server)),
    ...(await sampleAnswers(server)),
    ...(await statusAnswers(server)),
    ...(await accessAnswers(server)),
  ]);
}

/**
 * The status code, and the fields and messages of Trimtab's own rules. How a value is quoted, and the message
 * for a wrong type, depend on the API server.
 */
function wordsOf({ code, body }: ApiResponse): string {
  const { causes = [] } = (body as Refusal).details ?? {};
  const ours = causes
    .filter(({ field, message }) => field !== "<nil>" && message.includes("; "))
    .map(({ field, message }) => `${field}: ${message.replace(quotedValue, "")}`);
  return [code, ...new Set(ours.sort())].join("\n      ");
}

const quotedValue = /^Invalid value: (("([^"\\]|\\.)*"|-?[\d.]+|null): )?/;

interface Refusal extends ApiObject {
  readonly details?: { readonly causes?: readonly { field: string; message: string }[] };
}

/** Every object of the chart. A release that refuses one, or does not know one of its fields, is not supported. */
async function chartAnswers({ admin }: ApiServer) {
  const answers: [string, string][] = [];
  for (const object of await renderChart()) {
    const path = `${pathOf(object)}?dryRun=All&fieldValidation=Strict&fieldManager=hack&force=true`;
    await mustRequest(admin, "PATCH", path, object, "application/apply-patch+yaml");
    answers.push([`the chart's ${object.kind ?? ""} ${object.metadata?.name ?? ""}`, "accepted"]);
  }
  return answers;
}

/** Every spec of the unit tests. */
async function caseAnswers({ admin }: ApiServer) {
  const answers: [string, string][] = [];
  for (const { kind, plural, cases } of kinds) {
    const path = `/apis/${group}/namespaces/default/${plural}?dryRun=All&fieldValidation=Strict`;
    for (const { when, spec } of cases) {
      const object = { apiVersion: group, kind, metadata: { name: "case" }, spec };
      answers.push([`${kind}: ${when}`, wordsOf(await apiRequest(admin, "POST", path, object))]);
    }
  }
  return answers;
}

async function sampleAnswers({ admin }: ApiServer) {
  const answers: [string, string][] = [];
  for (const file of readdirSync(samples)) {
    for (const object of documents(`crds/samples/${file}`)) {
      const plural = kinds.find(({ kind }) => kind === object.kind)?.plural;
      if (plural === undefined) continue;
      const path = `/apis/${group}/namespaces/default/${plural}?dryRun=All&fieldValidation=Strict`;
      const moved = { ...object, metadata: { ...object.metadata, namespace: "default" } };
      answers.push([`sample ${file}`, wordsOf(await apiRequest(admin, "POST", path, moved))]);
    }
  }
  return answers;
}

/** A status is returned as written and does not count as an edit. */
async function statusAnswers({ admin }: ApiServer) {
  const answers: [string, string][] = [];
  for (const { kind, plural, good } of kinds) {
    const path = `/apis/${group}/namespaces/default/${plural}`;
    const object = { apiVersion: group, kind, metadata: { name: "whole" }, spec: good };
    const created = await mustRequest(admin, "POST", path, object);
    answers.push([`${kind}: its first status`, JSON.stringify(created.status)]);
    const lastTransitionTime = "2026-01-02T03:04:05Z";
    const conditions = [
      { type: "Ready", status: "True", lastTransitionTime, reason: "Ready", message: "" },
    ];
    const status = { observedGeneration: 1, summary: "ready", conditions };
    await mustRequest(admin, "PATCH", `${path}/whole/status`, { status });
    const stored = await mustRequest(admin, "GET", `${path}/whole`);
    const { generation } = stored.metadata ?? {};
    answers.push([`${kind}: its status`, JSON.stringify([generation, stored.status, stored.spec])]);
  }
  return answers;
}
