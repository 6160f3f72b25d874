import { startProbe } from "./probe.ts";

import { PeprModule } from "pepr";

import { capability } from "./capability.ts";
import { answerStoreFromMemory } from "./store-in-memory.ts";

// Variant: an unmodified PeprModule serves its bindings, except for its store.

startProbe();
answerStoreFromMemory();
const { random } = Math;
// Skips the random pause of up to three seconds before Pepr looks for its store.
Math.random = () => 0;
const module = new PeprModule(
  { description: "", pepr: { uuid: "watch-feed", onError: "reject", alwaysIgnore: {} } },
  [capability],
  { deferStart: true },
);
module.start(0);
setTimeout(() => (Math.random = random), 100);
