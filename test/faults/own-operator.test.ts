import { describe, it } from "vitest";

import type { Test } from "./cluster/operator-in.ts";
import { sharedScene, type Scene } from "./cluster/scene.ts";
import { expiredToken } from "./own-operator/expired-token.ts";
import { lateWrite } from "./own-operator/late-write.ts";
import { logLines } from "./own-operator/log-lines.ts";
import { rollback } from "./own-operator/rollback.ts";
import { signals } from "./own-operator/signals.ts";
import { thresholdKill } from "./own-operator/threshold-kill.ts";
import { unanswered } from "./own-operator/unanswered.ts";

/**
 * Each test has an operator of its own, because its faults would disturb the others. All run at once, because each
 * spends most of its time waiting.
 */
const given = sharedScene();

const cases: readonly { shows: string; run: (scene: Scene, test: Test) => Promise<void> }[] = [
  { shows: "with an expired token resumes as soon as it gets a new one", run: expiredToken },
  { shows: "that was killed continues a threshold's duration", run: thresholdKill },
  { shows: "begins a new history, and does not misread a newer release's", run: rollback },
  { shows: "counts a late change from the time of its write", run: lateWrite },
  {
    shows: "names the object in each line of the log, and the decision in the status",
    run: logLines,
  },
];

describe.concurrent("an operator", () => {
  it.for(cases)("$shows", ({ run }, test) => run(given, test));
});

describe.concurrent("a request without a response", () => {
  unanswered(given);
});

describe.concurrent("a termination signal", () => {
  signals(given);
});
