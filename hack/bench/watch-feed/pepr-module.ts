import { startProbe } from "./probe.ts";

import { PeprModule } from "pepr";

import { capability } from "./capability.ts";
import { answerStoreFromMemory } from "./store-in-memory.ts";

// Variant: PeprModule serves its bindings as it comes, but for its store.

startProbe();
answerStoreFromMemory();
const { random } = Math;
// Without the up to three seconds that Pepr waits at random before it looks for its store.
Math.random = () => 0;
const module = new PeprModule(
  { description: "", pepr: { uuid: "watch-feed", onError: "reject", alwaysIgnore: {} } } as never,
  [capability],
  { deferStart: true },
);
module.start(0);
setTimeout(() => (Math.random = random), 100);
