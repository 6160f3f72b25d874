import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "yaml";

import type { ApiObject } from "../api.ts";
import { helm } from "../helm/helm.ts";

/** The chart's folder. */
export const chart = fileURLToPath(new URL("../../../charts/trimtab", import.meta.url));

/** The release name, namespace and service account of the operator in every cluster here. */
const operatorRelease = "trimtab";
export const operatorNamespace = "trimtab-system";
export const operatorServiceAccount = "trimtab";
/** The operator, as the API server knows it. */
export const operatorUser = `system:serviceaccount:${operatorNamespace}:${operatorServiceAccount}`;

const rendered = new Map<string, Promise<readonly ApiObject[]>>();

/** The given values with those that the chart requires. Nothing here pulls the image. */
export function withRequired(values: object): object {
  const { image } = values as { readonly image?: object };
  return { ...values, image: { repository: "registry.example.com/trimtab", ...image } };
}

/**
 * The objects that a release with these values installs; each set of values is rendered once.
 *
 * @param folder the chart; default: the one of this checkout
 */
export function renderChart(values: object = {}, folder = chart): Promise<readonly ApiObject[]> {
  const text = JSON.stringify(withRequired(values));
  const key = `${folder} ${text}`;
  const known = rendered.get(key) ?? render(folder, text, "--skip-tests");
  rendered.set(key, known);
  return known;
}

/** The objects that `helm test` creates. */
export const renderTest = (values: object = {}): Promise<readonly ApiObject[]> =>
  render(chart, JSON.stringify(withRequired(values)), "--show-only=templates/test.yaml");

async function render(
  folder: string,
  values: string,
  which: string,
): Promise<readonly ApiObject[]> {
  const own = mkdtempSync(join(tmpdir(), "trimtab-chart-"));
  try {
    const file = join(own, "values.yaml");
    // Helm reads YAML, and JSON is valid YAML.
    writeFileSync(file, values);
    const of = [`--namespace=${operatorNamespace}`, `--values=${file}`];
    return objectsIn(await helm(["template", operatorRelease, folder, which, ...of]));
  } finally {
    rmSync(own, { recursive: true });
  }
}

const parsed = new Map<string, ApiObject | null>();

/** The objects in Helm's output. Many are the same with any values, such as the CRDs; each is parsed once. */
function objectsIn(output: string): readonly ApiObject[] {
  const texts = output.split(/^---$/m);
  for (const text of texts) {
    if (!parsed.has(text)) parsed.set(text, parse(text) as ApiObject | null);
  }
  return texts.map(text => parsed.get(text) ?? null).filter(object => object !== null);
}

/** The only object of a kind. */
export async function renderedObject<T extends ApiObject>(
  kind: string,
  values?: object,
  folder?: string,
): Promise<T> {
  const [found, ...more] = (await renderChart(values, folder)).filter(
    object => object.kind === kind,
  );
  if (!found || more.length > 0) throw new Error(`the chart has not one ${kind}`);
  return found as T;
}
