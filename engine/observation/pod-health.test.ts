import { describe, expect, it } from "vitest";

import { failureTime, isFailing, type RawContainerStatuses } from "./pod-health.ts";

const noon = "2026-01-01T12:00:00Z";
const NOON = Date.parse(noon);
const ended = (exitCode: number, finishedAt = noon) => ({ terminated: { exitCode, finishedAt } });
const waiting = (reason?: string) => ({ waiting: reason === undefined ? {} : { reason } });
const main = (state: object, lastState: object = {}): RawContainerStatuses => ({
  containerStatuses: [{ state, lastState }],
});
const init = (state: object, lastState: object = {}): RawContainerStatuses => ({
  initContainerStatuses: [{ state, lastState }],
});

describe("failureTime", () => {
  // prettier-ignore
  it.each<{ of: string; status: RawContainerStatuses; want: number | null }>([
    { of: "a pod without statuses",                 status: {},                                              want: null },
    { of: "null statuses",                          status: { containerStatuses: null, initContainerStatuses: null }, want: null },
    { of: "a running container",                    status: main({ running: {} }),                           want: null },
    { of: "a container that is created",            status: main(waiting("ContainerCreating")),              want: null },
    { of: "a container that waits for init containers", status: main(waiting("PodInitializing")),            want: null },
    { of: "a container that waits for an unknown reason", status: main(waiting()),                           want: null },
    { of: "a container in CrashLoopBackOff",        status: main(waiting("CrashLoopBackOff"), ended(1)),     want: Infinity },
    { of: "a container without its image",          status: main(waiting("ImagePullBackOff")),               want: Infinity },
    { of: "a container without its ConfigMap",      status: main(waiting("CreateContainerConfigError")),     want: Infinity },
    { of: "a container that has just ended",        status: main(ended(1)),                                  want: NOON },
    { of: "a container that ended without an error", status: main(ended(0)),                                 want: NOON },
    { of: "a container that was restarted",         status: main({ running: {} }, ended(137)),               want: NOON },
    { of: "a container that ends again",            status: main(ended(1), ended(1, "2026-01-01T11:00:00Z")), want: NOON },
    { of: "an init container that is done",         status: init(ended(0)),                                  want: null },
    { of: "an init container that is done at last", status: init(ended(0), ended(1)),                        want: null },
    { of: "an init container that failed",          status: init(ended(1)),                                  want: NOON },
    { of: "an init container that runs again",      status: init({ running: {} }, ended(1)),                 want: NOON },
    { of: "an init container in CrashLoopBackOff",  status: init(waiting("CrashLoopBackOff")),               want: Infinity },
    { of: "the latest of several containers",       status: { containerStatuses: [{ lastState: ended(1, "2026-01-01T11:00:00Z") }, { lastState: ended(1) }, { state: null, lastState: null }] }, want: NOON },
  ])("of $of is $want", ({ status, want }) => {
    expect(failureTime(status)).toBe(want);
  });
});

describe("isFailing", () => {
  /** Seconds before noon. */
  const at = (ago: number): number => NOON - ago * 1000;
  const ready = (ago: number) => ({ status: "True", since: at(ago) });
  const unready = (ago: number) => ({ status: "False", since: at(ago) });
  const hour = at(3600);

  // prettier-ignore
  it.each([
    { when: "it runs and is ready",                     pod: { failedAt: null,     startTime: hour,    ready: ready(3590) },   want: false },
    { when: "it is not ready, but was",                 pod: { failedAt: null,     startTime: hour,    ready: unready(900) },  want: false },
    { when: "a container cannot run",                   pod: { failedAt: Infinity, startTime: hour,    ready: ready(3590) },   want: true },
    { when: "its image cannot be pulled",               pod: { failedAt: Infinity, startTime: at(5),   ready: unready(5) },    want: true },
    { when: "a container ended a moment ago",           pod: { failedAt: at(1),    startTime: hour,    ready: unready(1) },    want: true },
    { when: "the condition Ready has not followed yet", pod: { failedAt: at(1),    startTime: hour,    ready: ready(900) },    want: true },
    { when: "it has not been ready since",              pod: { failedAt: at(300),  startTime: hour,    ready: unready(298) },  want: true },
    { when: "it was never ready, and a container ended", pod: { failedAt: at(5),   startTime: at(60),  ready: unready(60) },   want: true },
    { when: "it has been ready again for a moment",     pod: { failedAt: at(70),   startTime: hour,    ready: ready(59) },     want: true },
    { when: "it has been ready again for a minute",     pod: { failedAt: at(70),   startTime: hour,    ready: ready(60) },     want: false },
    { when: "it failed long ago and lost its readiness since", pod: { failedAt: at(3000), startTime: hour, ready: unready(30) }, want: false },
    { when: "it starts",                                pod: { failedAt: null,     startTime: at(299), ready: unready(299) },  want: false },
    { when: "it starts for too long",                   pod: { failedAt: null,     startTime: at(300), ready: unready(300) },  want: true },
    { when: "it starts for too long without a condition", pod: { failedAt: null,   startTime: at(300), ready: null },          want: true },
    { when: "it waits for a node",                      pod: { failedAt: null,     startTime: null,    ready: null },          want: false },
  ])("is $want of a pod if $when", ({ pod, want }) => {
    expect(isFailing(pod, NOON, 300_000)).toBe(want);
  });
});
