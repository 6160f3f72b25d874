import { bytesOf, limitMemory } from "../../image/cgroup.ts";
import { startReplay, type Counts } from "../replay/replay.ts";
import { difference } from "./counts.ts";
import { Run, type StartFigures, type SteadyFigures } from "./run.ts";
import type { Variant } from "./variants.ts";

/** One of the releases that divide a cluster by namespaces. */
export interface ReleaseFigures {
  readonly start: StartFigures;
  readonly restart: StartFigures;
  readonly steady: SteadyFigures | null;
  /** The objects that it has decided on after any of its starts. */
  readonly decided: readonly string[];
}

export interface SplitFigures {
  readonly objects: number;
  /** The memory limit of each release. */
  readonly memory: string;
  readonly releases: readonly ReleaseFigures[];
  /** Of all releases together. */
  readonly requests: { readonly start: Counts; readonly restart: Counts; readonly steady: Counts };
}

/** The namespaces of each release, dealt in turn. */
export const dealt = (namespaces: number, releases: number): readonly (readonly string[])[] =>
  Array.from({ length: releases }, (_, release) =>
    Array.from({ length: namespaces }, (_each, index) => index)
      .filter(index => index % releases === release)
      .map(index => `scale-${index}`),
  );

/** Runs the releases at the same time. A single one works in all namespaces, without `watchNamespaces`. */
export async function measureSplit(
  { population, memory }: Variant,
  releases: number,
  seconds: number,
): Promise<SplitFigures> {
  const replay = await startReplay(population);
  const { namespaces, objects } = population;
  const parts = dealt(namespaces, releases).map(own => {
    const group = limitMemory(bytesOf(memory));
    const values = releases === 1 ? {} : { watchNamespaces: own };
    const share = (objects / namespaces) * own.length;
    return { group, run: new Run(replay, share, { memory, group: group?.folder }, { values }) };
  });
  const each = <T>(act: (run: Run) => Promise<T>): Promise<T[]> =>
    Promise.all(parts.map(({ run }) => act(run)));
  const counted = async <T>(act: () => Promise<T>): Promise<readonly [T, Counts]> => {
    const before = await replay.replayed();
    const result = await act();
    return [result, difference((await replay.replayed()).requests, before.requests)];
  };
  const start = () => each(run => run.restart("decided"));
  const decided = () => parts.map(({ run }) => run.decided());
  try {
    const [starts, startRequests] = await counted(start);
    const first = decided();
    await each(run => run.stop());
    const [restarts, restartRequests] = await counted(start);
    const steadies = await each(run => run.steady(seconds));
    const second = decided();
    return {
      ...{ objects, memory },
      releases: starts.map((figures, index) => ({
        start: figures,
        restart: restarts[index] ?? figures,
        steady: steadies[index] ?? null,
        decided: [...new Set([...(first[index] ?? []), ...(second[index] ?? [])])],
      })),
      requests: {
        ...{ start: startRequests, restart: restartRequests },
        // Each counts the requests of all.
        steady: steadies[0]?.requests ?? {},
      },
    };
  } finally {
    await each(run => run.stop());
    await replay.stop();
    for (const { group } of parts) group?.remove();
  }
}
