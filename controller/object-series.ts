import { setImmediate as turn } from "node:timers/promises";

import { catalogue, type MetricName } from "./catalogue.ts";

/** What people see of one object in the metrics. */
export interface ShownObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly mode: string;
  readonly ready: string;
  readonly targets: readonly ShownTarget[];
}

interface ShownTarget {
  readonly target: string;
  readonly counts: Readonly<Record<"current" | "desired" | "min" | "max", number | undefined>>;
}

/** Admission and due decisions get their turn in between. */
const objectsInATurn = 200;

/**
 * The series of single objects in Prometheus' text format. Not by way of prom-client, which would
 * keep every series in memory, and write all of them in one turn of the event loop.
 */
export async function objectSeries(objects: Iterable<ShownObject>): Promise<string> {
  const info: string[] = [];
  const replicas: string[] = [];
  let written = 0;
  for (const object of objects) {
    write(object, info, replicas);
    written += 1;
    if (written % objectsInATurn === 0) await turn();
  }
  return family("trimtab_object_info", info) + family("trimtab_object_replicas", replicas);
}

function write(object: ShownObject, info: string[], replicas: string[]): void {
  const { kind, namespace, name, mode, ready, targets } = object;
  const labels = `kind="${kind}",namespace="${namespace}",name="${name}"`;
  info.push(`trimtab_object_info{${labels},mode="${mode}",ready="${ready}"} 1\n`);
  for (const { target, counts } of targets) {
    const series = `trimtab_object_replicas{${labels},target="${escape(target)}",state=`;
    for (const [state, count] of Object.entries(counts)) {
      if (count !== undefined) replicas.push(`${series}"${state}"} ${count}\n`);
    }
  }
}

const family = (name: MetricName, lines: readonly string[]): string => {
  const { help, type } = catalogue[name];
  return `\n# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
};

/** A target's name is what somebody wrote, and perhaps no name at all. */
const escape = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
