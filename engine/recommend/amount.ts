/** "1 node", "16 nodes": a size for a vote's message. */
export const amount = (count: number, unit: "cores" | "namespaces" | "nodes" | "pods"): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
