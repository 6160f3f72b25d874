/**
 * Requests of an upgrade with very many objects: `make bench-upgrade`. The last release decides on all objects
 * of the replay API server; then this version, the last release again, and this version take over.
 *
 * OBJECTS (10000), NAMESPACES (1), PODS of each object (2). MEMORY (1Gi): the last release does not start with
 * 512Mi and ten pods for each object.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { command } from "../../host/command.ts";
import { current, lastRelease, unpackRelease } from "../../release/archive.ts";
import { startReplay, type Replay } from "../../replay/replay.ts";
import { describeCounts, difference } from "./counts.ts";
import { periodMs, Run } from "./run.ts";

const count = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const objects = count("OBJECTS", 10_000);
const population = {
  ...{ objects, pods: count("PODS", 2), nodes: 1_000, bystanders: 0 },
  namespaces: count("NAMESPACES", 1),
};

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-upgrade-"));
  const replay = await startReplay(population);
  try {
    await measure(replay, folder);
  } finally {
    await replay.stop();
    rmSync(folder, { recursive: true });
  }
});

async function measure(replay: Replay, folder: string): Promise<void> {
  const last = await unpackRelease(lastRelease, folder);
  const limit = { memory: process.env["MEMORY"] ?? "1Gi", group: undefined };
  const run = new Run(replay, objects, limit);
  for (const [phase, release] of [
    ["the last release", last],
    ["upgrade", current],
    ["rollback", last],
    ["upgrade again", current],
  ] as const) {
    const before = await replay.replayed();
    const { reached, after, lists } = await run.restart("decided", release);
    await sleep(periodMs);
    const { requests } = await replay.replayed();
    await run.stop();
    const decided = `${reached} of ${objects} decided after ${after.all.toFixed(1)} s`;
    const made = describeCounts(difference(requests, before.requests));
    console.log(`${phase}: ${decided}\n  requests: ${made}\n  lists: ${describeCounts(lists)}`);
  }
}
