import { beforeAll, describe } from "vitest";

import { driftTests } from "./drift.ts";
import { fightTests } from "./fight.ts";
import { healthTests } from "./health.ts";
import { startPlace, type Place } from "./place.ts";
import { takeoverTests } from "./takeover.ts";
import type { StartTool } from "./tool.ts";

/** What docs/gitops.md and docs/move-hpas-with-gitops.md promise, in a cluster that the tool reconciles. */
export function tellStory(name: string, startTool: StartTool): void {
  describe(name, () => {
    let place: Place;

    beforeAll(async () => {
      place = await startPlace(startTool);
      return () => place.stop();
    });

    driftTests(() => place);
    healthTests(() => place);
    fightTests(() => place);
    takeoverTests(() => place);
  });
}
