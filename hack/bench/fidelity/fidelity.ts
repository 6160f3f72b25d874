/**
 * Whether the replay API server causes what the real one causes: `make bench-fidelity`. The operator runs with
 * OBJECTS (1000) objects of two pods in NAMESPACES (10), first on a real control plane, then on the replay API
 * server: for a minute from its start, for a minute without a change, and until it has scaled all objects twice
 * after the load has risen. The exit status is 1 if its requests differ by more than the boundaries of periods explain, or any decision.
 */
import { command } from "../../host/command.ts";
import { compare } from "./comparison.ts";
import { play } from "./play.ts";
import { realSide } from "./real-side.ts";
import { replaySide } from "./replay-side.ts";

const namespaces = Number(process.env["NAMESPACES"] ?? 10);
const objects = Number(process.env["OBJECTS"] ?? 1_000);
const population = { namespaces, objects, pods: 2, nodes: 10, bystanders: 0 };

await command(async () => {
  const real = await play(await realSide(population), objects);
  const replay = await play(await replaySide(population), objects);
  const { table, problems } = compare(real, replay, namespaces);
  console.log(`${objects} objects with 2 pods each in ${namespaces} namespaces\n${table}`);
  if (problems.length > 0) throw new Error(`\nThe sides differ:\n${problems.join("\n")}`);
  console.log(`\nThe same requests, except for boundaries of periods, and the same decisions.`);
});
