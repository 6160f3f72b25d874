import type { Part } from "../part.ts";
import { events } from "./events.ts";
import { configMaps, statuses } from "./forgeries.ts";
import { hostile } from "./hostile.ts";
import { huge } from "./huge.ts";
import { questions } from "./questions.ts";
import { idleStreams, largest, slowQueries } from "./sources.ts";
import { hangingScale } from "./scale.ts";
import { oneCrowdedPod, targetSelectors } from "./selectors.ts";

/** Everything that the tenant does, at the same time. */
export const parts: readonly Part[] = [
  ...[hostile, oneCrowdedPod, targetSelectors, questions, hangingScale],
  ...[huge, events, statuses, configMaps],
  ...[slowQueries, idleStreams, largest],
];
