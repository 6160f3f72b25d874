/** "1 node", "16 nodes": a size in the sentence of a vote. */
export const amount = (count: number, unit: "cores" | "nodes"): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
