import { milliUnits } from "../../engine/observation/values/quantity.ts";
import { err, ok, type Result } from "../../engine/result.ts";

export interface Usage {
  readonly cpuPercent?: number;
  readonly cpu?: string;
  readonly memory?: string;
}

interface Metric {
  readonly type: "Resource";
  readonly resource: { readonly name: string; readonly target: object };
}

/**
 * The metrics that --cpu-percent, --cpu and --memory ask for.
 *
 * Errors  a sentence.
 * Source  kubectl 1.36, pkg/cmd/autoscale/autoscale.go.
 */
export function metricsFor({ cpuPercent = -1, cpu, memory }: Usage): Result<Metric[], string> {
  if (cpuPercent > 0 && cpu !== undefined) {
    return err("--cpu-percent and --cpu are mutually exclusive");
  }
  const percent = cpuPercent > 0 ? [metricOf("cpu", utilization(cpuPercent))] : [];
  const given = [
    { name: "cpu", text: cpu, unit: "m" },
    { name: "memory", text: memory, unit: "Mi" },
  ].flatMap(({ name, text, unit }) =>
    text === undefined ? [] : [{ name, text, target: targetOf(text.trim(), unit) }],
  );
  const wrong = given.find(({ target }) => target === null);
  if (wrong) {
    const example = wrong.name === "cpu" ? "70% or 500m" : "60% or 200Mi";
    return err(`--${wrong.name}=${wrong.text} is no ${wrong.name}: write ${example}`);
  }
  return ok([...percent, ...given.map(({ name, target }) => metricOf(name, target ?? {}))]);
}

const metricOf = (name: string, target: object): Metric => ({
  type: "Resource",
  resource: { name, target },
});

const utilization = (percent: number) => ({ type: "Utilization", averageUtilization: percent });

/** A percentage, a number in `unit`, or a quantity; null: none of them. */
function targetOf(text: string, unit: string): object | null {
  const percent = /^\+?(\d{1,9})%$/.exec(text)?.[1];
  if (percent !== undefined) return utilization(Number(percent));
  const isNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text);
  const averageValue = isNumber ? `${Number(text)}${unit}` : text;
  return milliUnits(averageValue).ok ? { type: "AverageValue", averageValue } : null;
}
