import { describe, expect, it } from "vitest";

import { thresholds } from "./scenarios/thresholds.ts";
import { stories } from "./stories.ts";
import { tell } from "./story.ts";

describe("stories", () => {
  it.each(Object.entries(stories))("%s", async (name, story) => {
    await expect(tell(story)).toMatchFileSnapshot(`goldens/${name}.txt`);
  });

  it.each(Object.entries({ ...thresholds }))("%s", async (name, story) => {
    await expect(tell(story)).toMatchFileSnapshot(`goldens/scenarios/${name}.txt`);
  });
});
