import { describe, expect, it } from "vitest";

import { tellCluster } from "./cluster-story.ts";
import { absences } from "./scenarios/absences.ts";
import { brokenVersions } from "./scenarios/broken-versions.ts";
import { clusterStories } from "./scenarios/cluster.ts";
import { health } from "./scenarios/health.ts";
import { monitors } from "./scenarios/monitors.ts";
import { queries } from "./scenarios/queries.ts";
import { starts } from "./scenarios/starts.ts";
import { thresholds } from "./scenarios/thresholds.ts";
import { windows } from "./scenarios/windows.ts";
import { stories } from "./stories.ts";
import { tell } from "./story.ts";

describe("stories", () => {
  it.each(Object.entries({ ...stories, ...monitors, ...absences }))("%s", async (name, story) => {
    await expect(tell(story)).toMatchFileSnapshot(`goldens/${name}.txt`);
  });

  it.each(
    Object.entries({
      ...windows,
      ...thresholds,
      ...queries,
      ...brokenVersions,
      ...health,
      ...starts,
    }),
  )("%s", async (name, story) => {
    await expect(tell(story)).toMatchFileSnapshot(`goldens/scenarios/${name}.txt`);
  });

  it.each(Object.entries(clusterStories))("%s", async (name, story) => {
    await expect(tellCluster(story)).toMatchFileSnapshot(`goldens/scenarios/${name}.txt`);
  });
});
