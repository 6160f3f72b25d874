import { startReplay, type Population } from "../../replay/replay.ts";
import { usual, type Side } from "./side.ts";

/** The replay API server. */
export async function replaySide(population: Population): Promise<Side> {
  const replay = await startReplay(population);
  await replay.use(usual);
  return {
    name: "replay",
    target: replay.target,
    token: "replayed",
    use: replay.use,
    requests: async () => (await replay.replayed()).requests,
    stop: replay.stop,
  };
}
