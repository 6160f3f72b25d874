// hack/bench/ceiling/: the operator with very many objects, against the replay API server.

import { bytesOf, limitMemory } from "../../image/cgroup.ts";
import { startReplay, type Population, type Replay } from "../replay/replay.ts";
import { Run, type StartFigures, type SteadyFigures } from "./run.ts";

export interface Measured {
  readonly population: Population;
  readonly memory: string;
  /** All statuses are written. */
  readonly start: StartFigures;
  readonly restart: StartFigures;
  readonly steady: SteadyFigures | null;
  /** A restart after the load has risen by half. */
  readonly raised: StartFigures | null;
}

export interface Plan {
  readonly population: Population;
  readonly memory: string;
  /** Length of the span without changes. */
  readonly seconds: number;
  /** Whether the load rises at the end. */
  readonly raises: boolean;
}

export async function measure(plan: Plan): Promise<Measured> {
  // Without the right to create one, only V8 is limited.
  const group = limitMemory(bytesOf(plan.memory));
  const replay = await startReplay(plan.population);
  try {
    return await measureOn(replay, group?.folder, plan);
  } finally {
    await replay.stop();
    group?.remove();
  }
}

async function measureOn(
  replay: Replay,
  group: string | undefined,
  { population, memory, seconds, raises }: Plan,
): Promise<Measured> {
  const run = new Run(replay, population.objects, { memory, group });
  const start = await run.restart("decided");
  await run.stop();
  const restart = await run.restart("decided");
  const steady = restart.ended === null ? await run.steady(seconds) : null;
  await run.stop();
  let raised: StartFigures | null = null;
  if (raises) {
    await replay.use(0.75);
    raised = await run.restart("scale");
    await run.stop();
  }
  return { population, memory, start, restart, steady, raised };
}
