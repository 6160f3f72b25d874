// hack/bench/ceiling/fields/: the same with fields of features in all specs.

import { bytesOf, limitMemory } from "../../../image/cgroup.ts";
import type { Replay } from "../../replay/replay.ts";
import { Run, type StartFigures, type SteadyFigures } from "../run.ts";
import type { Fields } from "./features.ts";
import { startSources } from "./sources.ts";

export interface FieldsMeasured {
  readonly name: string;
  readonly objects: number;
  readonly start: StartFigures;
  readonly steady: SteadyFigures | null;
  /** A restart after the load has fallen by a third: all objects remove replicas. */
  readonly fallen: StartFigures | null;
}

interface Plan {
  readonly fields: Fields;
  readonly objects: number;
  readonly memory: string;
  readonly seconds: number;
}

/** Measures one set of fields on a server that others have used before. */
export async function measureFields(
  replay: Replay,
  { fields, objects, memory, seconds }: Plan,
): Promise<FieldsMeasured> {
  await replay.give(fields.spec);
  const group = limitMemory(bytesOf(memory));
  const sources = await startSources(fields.sources);
  const { values } = fields;
  const limit = { memory, group: group?.folder };
  const run = new Run(replay, objects, limit, { ...sources, values });
  try {
    const start = await run.restart("decided");
    const steady = start.ended === null ? await run.steady(seconds, 1) : null;
    let fallen: StartFigures | null = null;
    if (fields.falls) {
      await run.stop();
      await replay.use(1 / 3);
      fallen = await run.restart("scale");
    }
    return { name: fields.name, objects, start, steady, fallen };
  } finally {
    await run.stop();
    await sources.stop();
    group?.remove();
  }
}
