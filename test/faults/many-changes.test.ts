import { describe } from "vitest";

import { sharedScene } from "./cluster/scene.ts";
import { kills } from "./many-changes/kills.ts";
import { slowApiServers } from "./many-changes/slow-api-server.ts";

/**
 * Tests that make many changes, each with an operator of its own. None of them needs metrics to arrive on time, so all
 * run at once.
 */
const given = sharedScene();

describe.concurrent("an operator that is killed", () => {
  kills(given);
});

describe.concurrent("an API server", () => {
  slowApiServers(given);
});
