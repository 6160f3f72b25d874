import { describe, it } from "vitest";

import type { Test } from "./cluster/operator-in.ts";
import { sharedScene, type Scene } from "./cluster/scene.ts";
import { expiredToken } from "./own-operator/expired-token.ts";
import { rollback } from "./own-operator/rollback.ts";
import { thresholdKill } from "./own-operator/threshold-kill.ts";

/** Each test does to its own operator what none of the others would survive. */
const given = sharedScene();

const cases: readonly { shows: string; run: (scene: Scene, test: Test) => Promise<void> }[] = [
  { shows: "with an expired token resumes as soon as it gets a new one", run: expiredToken },
  { shows: "that was killed continues a threshold's duration", run: thresholdKill },
  { shows: "begins a new history, and does not misread a newer release's", run: rollback },
];

describe.concurrent("an operator", () => {
  it.for(cases)("$shows", ({ run }, test) => run(given, test));
});
