import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const sampleMs = 2_000;
/** The share that an idle cluster uses. */
const quietShare = 0.25;

/** Waits until almost nothing else runs on this machine, for at most `patienceMs`. */
export async function untilQuiet(patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && (await busyShare()) > quietShare) {
    // Taking the sample was the pause.
  }
}

/** Share of all cores, during the sample. */
async function busyShare(): Promise<number> {
  const before = times();
  await sleep(sampleMs);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function times(): { idle: number; all: number } {
  const each = cpus().map(cpu => cpu.times);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(each.map(({ idle }) => idle)),
    all: sum(each.flatMap(core => Object.values(core))),
  };
}
