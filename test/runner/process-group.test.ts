import { getPriority } from "node:os";
import { text } from "node:stream/consumers";

import { expect, it } from "vitest";

import { runGroup } from "./process-group.ts";

/** Waits until its session has a niceness, if there are such sessions here, and prints its own. */
const untilSessionHas = (niceness: number) =>
  `until ! [ -e /proc/self/autogroup ] || grep -q ' nice ${niceness}$' /proc/self/autogroup; do sleep 0.1; done; nice`;

it.each([
  { shows: "the usual priority", inBackground: false, ofSession: 0, ofProcess: getPriority() },
  { shows: "a low one in the background", inBackground: true, ofSession: 5, ofProcess: 19 },
])("gives a command and its session $shows", async row => {
  const { inBackground, ofSession, ofProcess } = row;
  let output = Promise.resolve("");
  const { code } = await runGroup(
    ["sh", "-c", untilSessionHas(ofSession)],
    { cwd: ".", env: process.env, inBackground },
    stream => {
      output = Promise.all([output, text(stream)]).then(texts => texts.join(""));
    },
  );
  expect([code, Number(await output)]).toEqual([0, ofProcess]);
});
