import { describe, expect, it } from "vitest";

import { parseHistory, serializeHistory } from "../memory.ts";
import { emptyHistory } from "./history.ts";
import { type Activity, advanced, endsNoEarlier, type IdleClock } from "./idle-clock.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const at = (seconds: number): number => START + seconds * 1000;

/** What the metrics that could start the workload say, every 15 s. */
const answers: Readonly<Record<string, Activity>> = { i: "Idle", a: "Active", "-": "Unknown" };

function clockAfter(text: string, restarts = false): IdleClock | null {
  let clock: IdleClock | null = null;
  for (const [index, letter] of text.split("").entries()) {
    const now = at(index * 15);
    if (restarts) clock = restarted(clock, now);
    clock = advanced(clock, answers[letter]!, now);
  }
  return clock;
}

function restarted(idle: IdleClock | null, now: number): IdleClock | null {
  const saved = serializeHistory({ ...emptyHistory("uid"), idle });
  const read = parseHistory(JSON.parse(JSON.stringify(saved)), now);
  if (!read.ok) throw new Error(read.error);
  return read.value.idle;
}

describe("the idle clock", () => {
  // prettier-ignore
  it.each<{ shows: string; text: string; clock: IdleClock | null }>([
    { shows: "begins with the first inactive answer",     text: "aaii",       clock: { since: at(30) } },
    { shows: "goes on while all are inactive",            text: "iiiiii",     clock: { since: at(0) } },
    { shows: "does not begin with a failure",             text: "a--",        clock: null },
    { shows: "stops at a failure",                        text: "iiii-",      clock: { forSeconds: 60 } },
    { shows: "stays stopped while it lasts",              text: "iiii----",   clock: { forSeconds: 60 } },
    { shows: "goes on after it",                          text: "iiii--i",    clock: { since: at(30) } },
    { shows: "stops and goes on again",                   text: "iiii-ii--i", clock: { since: at(45) } },
    { shows: "is reset by an active answer",              text: "iiiia",      clock: null },
    { shows: "is reset by one after a failure",           text: "iiii-ai",    clock: { since: at(90) } },
  ])("$shows: $text", ({ text, clock }) => {
    expect(clockAfter(text)).toEqual(clock);
    expect(clockAfter(text, true)).toEqual(clock);
  });

  it("loses at most a second at a stop, never gains one", () => {
    const stopped = advanced({ since: at(0) + 1 }, "Unknown", at(60));
    expect(stopped).toEqual({ forSeconds: 59 });
  });

  it("counts no time before its start if the clock was set back", () => {
    expect(advanced({ since: at(60) }, "Unknown", at(0))).toEqual({ forSeconds: 0 });
  });

  it("that has not been saved since a change never ends later than the one that is read", () => {
    const texts = ["iiii", "iiii-", "iiii--i", "iiii-a", "iiii-ai", "ii-i", "", "-"];
    const unsafe = texts.flatMap(saved =>
      texts
        .filter(actual => endsNoEarlier(clockAfter(saved), clockAfter(actual)))
        .filter(actual => idleSeconds(clockAfter(saved)) > idleSeconds(clockAfter(actual)))
        .map(actual => [saved, actual]),
    );
    expect(unsafe).toEqual([]);
  });
});

const idleSeconds = (clock: IdleClock | null): number =>
  clock === null ? 0 : "since" in clock ? (at(600) - clock.since) / 1000 : clock.forSeconds;
