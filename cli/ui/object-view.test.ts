import { describe, expect, it } from "vitest";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { now, web } from "../testing/objects.ts";
import { LiveObjects } from "./live-objects.ts";
import { eventOf, objectQueryOf, timelineOf } from "./object-view.ts";
import { observedObject } from "./testing/observed-object.ts";

const time = "2026-01-02T10:00:00Z";
const at = Date.parse(time);

// prettier-ignore
const events = [
  { event: "with a last time",          raw: { lastTimestamp: time, firstTimestamp: "2026-01-01T00:00:00Z", count: 3 }, shown: { time: at, count: 3 } },
  { event: "of the newer API",          raw: { lastTimestamp: null, eventTime: time },                    shown: { time: at, count: 1 } },
  { event: "of a series",               raw: { eventTime: "2026-01-01T00:00:00Z", series: { lastObservedTime: time, count: 7 } }, shown: { time: at, count: 7 } },
  { event: "with only its creation",    raw: { metadata: { creationTimestamp: time } },                   shown: { time: at } },
  { event: "that warns",                raw: { lastTimestamp: time, type: "Warning" },                    shown: { isWarning: true } },
  { event: "with control characters",   raw: { lastTimestamp: time, message: "a\u001b[31m\nb", reason: 5 }, shown: { message: "a [31m b", reason: "" } },
];

describe("an event", () => {
  it.each(events)("$event is shown", ({ raw, shown }) => {
    expect(eventOf(raw)).toMatchObject(shown);
  });

  it("without any time is left out", () => {
    expect(eventOf({ message: "when?" })).toBeNull();
  });
});

// prettier-ignore
const queries = [
  { search: "kind=Autoscaler&namespace=shop&name=web",                  query: { kind: "Autoscaler", namespace: "shop", name: "web", index: 0, after: 0 } },
  { search: "kind=Autoscaler&namespace=shop&name=web&index=1&after=12", query: { index: 1, after: 12 } },
  { search: "kind=Pod&namespace=shop&name=web",                         query: null },
  { search: "kind=constructor&namespace=shop&name=web",                 query: null },
  { search: "kind=Autoscaler&name=web&index=-1",                        query: null },
  { search: "kind=Autoscaler&name=web&after=a",                         query: null },
  { search: "kind=Autoscaler&name=web&after=1e99",                      query: null },
  { search: "",                                                         query: null },
];

describe("a query", () => {
  it.each(queries)("%j", ({ search, query }) => {
    const read = objectQueryOf(new URLSearchParams(search));
    if (query) expect(read).toMatchObject(query);
    else expect(read).toBeNull();
  });
});

describe("the view of an object", () => {
  const query = { kind: "Autoscaler", namespace: "shop", name: "web", index: 0, after: 0 } as const;
  const objects = new LiveObjects(() => now);
  objects.changed([{ key: "", current: observedObject(web), previous: undefined }]);

  const viewOf = (raw: readonly object[], read: Result<void, string> = ok(undefined)) =>
    timelineOf(query, objects, {
      eventsOf: (_, each) => {
        raw.forEach(each);
        return Promise.resolve(read);
      },
    });

  it("has the events with the latest first", async () => {
    const view = await viewOf([{ lastTimestamp: "2026-01-02T09:00:00Z" }, { lastTimestamp: time }]);
    expect(view?.events.map(({ time }) => time)).toEqual([at, at - 3_600_000]);
    expect(view).toMatchObject({ eventsProblem: null, row: { name: "web" }, moments: [{ id: 1 }] });
  });

  it("has the latest 200 of any number of events, in whatever order they come", async () => {
    const seconds = (index: number): number => (index * 7_919) % 1_000;
    const raw = Array.from({ length: 1_000 }, (_, index) => ({
      lastTimestamp: new Date(at + seconds(index) * 1000).toISOString(),
    }));
    const view = await viewOf(raw);
    const times = view?.events.map(event => (event.time - at) / 1000);
    expect(times).toEqual(Array.from({ length: 200 }, (_, index) => 999 - index));
  });

  it("says why events are missing, and shows the rest", async () => {
    const view = await viewOf([{ lastTimestamp: time }], err("events is forbidden; ask for it"));
    expect(view).toMatchObject({ eventsProblem: "events is forbidden; ask for it" });
    expect(view?.events).toHaveLength(1);
    expect(view?.moments).toHaveLength(1);
  });

  it("requests nothing for an object that does not exist", async () => {
    const never = () => expect.unreachable();
    expect(await timelineOf({ ...query, name: "other" }, objects, { eventsOf: never })).toBeNull();
  });
});
