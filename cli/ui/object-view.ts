import { valueAt } from "../../engine/schema/structure.ts";
import type { Cluster } from "../objects/cluster.ts";
import { kindNames, type ScalingObject } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";
import type { LiveObjects } from "./live-objects.ts";
import { rowKeyOf, type TimelineMessage, type UiEvent } from "./messages.ts";

/**
 * Which workload the page shows, and as `after`, the id of the last moment that the page has; 0: none. Null: not
 * a query that the page sends.
 */
export function objectQueryOf(search: URLSearchParams) {
  const kind = kindNames.find(known => known === search.get("kind"));
  const numbers = ["index", "after"].map(name => Number(search.get(name) ?? 0));
  const [index = 0, after = 0] = numbers;
  if (!kind || !numbers.every(number => Number.isSafeInteger(number) && number >= 0)) return null;
  const [namespace, name] = [search.get("namespace") ?? "", search.get("name") ?? ""];
  return { kind, namespace, name, index, after };
}

/** Null: there is no such object. */
export async function timelineOf(
  query: NonNullable<ReturnType<typeof objectQueryOf>>,
  objects: LiveObjects,
  cluster: Pick<Cluster, "eventsOf">,
): Promise<TimelineMessage | null> {
  const timeline = objects.timeline(query);
  const object = timeline?.latest?.object;
  if (!timeline || !object) return null;
  const events = await eventsOf(object, cluster);
  return {
    row: objects.rows.get(rowKeyOf(query, query.index)) ?? null,
    moments: timeline.moments(query.index, query.after),
    past: timeline.past(query.index),
    ...events,
    now: Date.now(),
  };
}

/** A page shows them all; more are a mistake of their author. */
const mostEvents = 200;
/** Read for the newest of them. */
const mostRead = 5_000;

async function eventsOf(object: ScalingObject, cluster: Pick<Cluster, "eventsOf">) {
  let events: UiEvent[] = [];
  const newest = (): UiEvent[] => events.sort((a, b) => b.time - a.time).slice(0, mostEvents);
  const keep = (raw: object): void => {
    const event = eventOf(raw);
    if (event) events.push(event);
    if (events.length === 2 * mostEvents) events = newest();
  };
  const read = await cluster.eventsOf(object, keep, mostRead);
  return { events: newest(), eventsProblem: read.ok ? null : read.error };
}

/** Null: an event without a time. */
export function eventOf(raw: object): UiEvent | null {
  const field = (...path: string[]): string => cleanText(valueAt(raw, path));
  const times = [
    ...[field("series", "lastObservedTime"), field("lastTimestamp"), field("eventTime")],
    ...[field("firstTimestamp"), field("metadata", "creationTimestamp")],
  ].map(text => Date.parse(text));
  const time = times.find(each => !Number.isNaN(each));
  if (time === undefined) return null;
  const count = valueAt(raw, ["series", "count"]) ?? valueAt(raw, ["count"]);
  return {
    ...{ time, isWarning: field("type") === "Warning" },
    ...{ reason: field("reason"), message: field("message") },
    count: typeof count === "number" ? count : 1,
  };
}
