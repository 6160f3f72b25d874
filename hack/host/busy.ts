import { cpuSeconds } from "./processes.ts";

/** Process IDs by the name to show. */
export type Pids = Readonly<Record<string, number>>;
/** The hardware threads that each process kept busy on average; NaN: it has ended. */
export type Busy = Readonly<Record<string, number>>;

/** Starts to measure; the returned function ends it. */
export function measureBusy(pids: Pids): () => Busy {
  const begun = performance.now();
  const before = Object.entries(pids).map(([name, pid]) => ({ name, pid, used: cpuSeconds(pid) }));
  return () => {
    const seconds = (performance.now() - begun) / 1_000;
    return Object.fromEntries(
      before.map(({ name, pid, used }) => [name, (cpuSeconds(pid) - used) / seconds]),
    );
  };
}
