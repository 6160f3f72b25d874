type Unit = "cores" | "namespaces" | "nodes" | "pods" | "replicas" | "workloads";

/** "1 node", "16 nodes". */
export const amount = (count: number, unit: Unit): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
