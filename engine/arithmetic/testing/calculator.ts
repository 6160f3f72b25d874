import { type Pod, trimPod } from "../../model/observation/pod.ts";
import { profiles } from "../../model/spec/profile.ts";
import type { MetricContext } from "../../model/metric-vote.ts";

/** The time of all calculator tests. */
export const NOW = Date.parse("2026-01-01T00:00:00Z");

/**
 * The pods of upstream's calculator tests, p0 and on, with two containers each. One letter for each
 * pod: ready, unready, hot (ready, but within its initialization period), Hot and unready, pending,
 * failed, deleting, succeeded, without a node; pods that have been unready for 15 minutes, and for longer:
 * b and l are pending, B and L run and crash.
 *
 * @param requests of cpu, the same for both containers; "" if a pod requests nothing
 */
export function podsOf(states: string, requests: readonly string[] = []): Pod[] {
  return Array.from(states, (state, index) => {
    const cpu = requests[index] ?? "1";
    const resources = cpu === "" ? {} : { requests: { cpu } };
    return trimPod({
      metadata: { name: `p${index}`, ...(state === "d" && { deletionTimestamp: at(NOW) }) },
      spec: {
        containers: [
          { name: "c1", resources },
          { name: "c2", resources },
        ],
      },
      status: {
        phase: PHASES[state] ?? "Running",
        startTime: state === "n" ? null : (STARTS[state] ?? "0001-01-01T00:00:00Z"),
        conditions: [
          {
            type: "Ready",
            status: "rhs".includes(state) ? "True" : "False",
            ...("blBL".includes(state) && { lastTransitionTime: STARTS[state] ?? null }),
          },
        ],
      },
    });
  });
}

const PHASES: Readonly<Record<string, string>> = {
  ...{ p: "Pending", f: "Failed", s: "Succeeded" },
  ...{ n: "Pending", b: "Pending", l: "Pending" },
};

const at = (time: number): string => new Date(time).toISOString();

const STARTS: Readonly<Record<string, string>> = {
  ...{ h: at(NOW), H: at(NOW), b: at(NOW - 900_000), l: at(NOW - 901_000) },
  ...{ B: at(NOW - 900_000), L: at(NOW - 901_000) },
};

/** The settings of upstream's calculator tests. */
export function contextOf(
  pods: readonly Pod[],
  counts: { readonly spec: number; readonly status?: number },
  tolerance: readonly [scaleDown: number, scaleUp: number] = [0.1, 0.1],
): MetricContext {
  const [scaleDown, scaleUp] = tolerance;
  return {
    now: NOW,
    specReplicas: counts.spec,
    statusReplicas: counts.status ?? counts.spec,
    pods,
    tolerance: { scaleDown, scaleUp },
    settings: {
      tolerance: 0.1,
      downscaleStabilizationSeconds: 300,
      cpuInitializationPeriodSeconds: 120,
      initialReadinessDelaySeconds: 10,
      scaleToZero: false,
    },
    profile: profiles["HPA-1.36"],
  };
}
