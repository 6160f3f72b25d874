import { describe, expect, it } from "vitest";

import { type ContainerFailure, healthOf, latestFailure, type PodHealth } from "./pod-health.ts";

const noon = "2026-01-01T12:00:00Z";
const NOON = Date.parse(noon);
const ended = (exitCode: number, finishedAt = noon, startedAt?: string) => ({
  terminated: { exitCode, finishedAt, ...(startedAt !== undefined && { startedAt }) },
});
const waiting = (reason?: string) => ({ waiting: reason === undefined ? {} : { reason } });
const main = (state: object, lastState: object = {}) => ({
  containerStatuses: [{ state, lastState }],
});
const init = (state: object, lastState: object = {}) => ({
  initContainerStatuses: [{ state, lastState }],
});
const atNoon = { at: NOON, ranMs: 0 };
const cannotRun = { at: Infinity, ranMs: 0 };

describe("latestFailure", () => {
  // prettier-ignore
  it.each<{ of: string; status: Parameters<typeof latestFailure>[0]; want: ContainerFailure | null }>([
    { of: "a pod without statuses",                 status: {},                                              want: null },
    { of: "null statuses",                          status: { containerStatuses: null, initContainerStatuses: null }, want: null },
    { of: "a running container",                    status: main({ running: {} }),                           want: null },
    { of: "a container that is created",            status: main(waiting("ContainerCreating")),              want: null },
    { of: "a container that waits for init containers", status: main(waiting("PodInitializing")),            want: null },
    { of: "a container that waits for an unknown reason", status: main(waiting()),                           want: null },
    { of: "a container in CrashLoopBackOff",        status: main(waiting("CrashLoopBackOff"), ended(1)),     want: cannotRun },
    { of: "the same after a run of five minutes",   status: main(waiting("CrashLoopBackOff"), ended(137, noon, "2026-01-01T11:55:00Z")), want: { at: Infinity, ranMs: 300_000 } },
    { of: "a container that waits after its job",   status: main(waiting("CrashLoopBackOff"), ended(0)),     want: null },
    { of: "a container without its image",          status: main(waiting("ImagePullBackOff")),               want: cannotRun },
    { of: "a container without its ConfigMap",      status: main(waiting("CreateContainerConfigError")),     want: cannotRun },
    { of: "a container that has just failed",       status: main(ended(1)),                                  want: atNoon },
    { of: "a container that has done its job",      status: main(ended(0)),                                  want: null },
    { of: "a container that was restarted",         status: main({ running: {} }, ended(137)),               want: atNoon },
    { of: "a container that was restarted after its job", status: main({ running: {} }, ended(0)),           want: null },
    { of: "a container that fails again",           status: main(ended(1), ended(1, "2026-01-01T11:00:00Z")), want: atNoon },
    { of: "an init container that is done",         status: init(ended(0)),                                  want: null },
    { of: "an init container that is done at last", status: init(ended(0), ended(1)),                        want: null },
    { of: "an init container that failed",          status: init(ended(1)),                                  want: atNoon },
    { of: "an init container that runs again",      status: init({ running: {} }, ended(1)),                 want: atNoon },
    { of: "an init container in CrashLoopBackOff",  status: init(waiting("CrashLoopBackOff")),               want: cannotRun },
    { of: "the latest of several containers",       status: { containerStatuses: [{ lastState: ended(1, "2026-01-01T11:00:00Z") }, { lastState: ended(1) }, { state: null, lastState: null }] }, want: atNoon },
  ])("of $of is $want", ({ status, want }) => {
    expect(latestFailure(status)).toEqual(want);
  });
});

describe("healthOf", () => {
  /** Seconds before noon. */
  const at = (ago: number): number => NOON - ago * 1000;
  const ready = (ago: number) => ({ status: "True", since: at(ago) });
  const unready = (ago: number) => ({ status: "False", since: at(ago) });
  const failed = (ago: number, ranSeconds = 5) => ({ at: at(ago), ranMs: ranSeconds * 1000 });
  const crashLoop = (ranSeconds = 5) => ({ at: Infinity, ranMs: ranSeconds * 1000 });

  // prettier-ignore
  it.each<{ when: string; started: number | null; failure?: ContainerFailure; ready: { status: string; since: number } | null; want: PodHealth }>([
    { when: "has been ready for an hour",               started: 3600, ready: ready(3590),                                 want: "Serving" },
    { when: "has been ready for a minute",              started: 90,   ready: ready(60),                                   want: "Serving" },
    { when: "is ready again for a minute after a crash", started: 90,  ready: ready(60),    failure: failed(70),           want: "Serving" },
    { when: "has just become ready",                    started: 90,   ready: ready(59),                                   want: "Other" },
    { when: "is ready between two crashes",             started: 90,   ready: ready(59),    failure: failed(70),           want: "BrokenStart" },
    { when: "is ready, and its condition has not followed a crash", started: 90, ready: ready(20), failure: crashLoop(),   want: "BrokenStart" },
    { when: "is ready again after it served and ended", started: 500,  ready: ready(10),    failure: failed(20, 400),      want: "Down" },

    { when: "has crashed without ever being ready",     started: 60,   ready: unready(60),  failure: failed(5),            want: "BrokenStart" },
    { when: "has crashed before it had a condition",    started: 60,   ready: null,         failure: failed(5),            want: "BrokenStart" },
    { when: "has tried for 90 s to become ready",       started: 100,  ready: unready(100), failure: failed(5, 90),        want: "BrokenStart" },
    { when: "lacks its image",                          started: 5,    ready: unready(5),   failure: { at: Infinity, ranMs: 0 }, want: "BrokenStart" },
    { when: "was ready for moments between crashes",    started: 300,  ready: unready(30),  failure: crashLoop(),          want: "BrokenStart" },
    { when: "starts",                                   started: 299,  ready: unready(299),                                want: "Other" },
    { when: "starts for too long",                      started: 300,  ready: unready(300),                                want: "BrokenStart" },
    { when: "starts for too long without a condition",  started: 300,  ready: null,                                        want: "BrokenStart" },
    { when: "has tried to start for longer than a hold", started: 500, ready: unready(500), failure: crashLoop(),          want: "Other" },
    { when: "waits for its kubelet",                    started: null, ready: null,                                        want: "Other" },

    { when: "was killed after it had served",           started: 400,  ready: unready(5),   failure: failed(5, 390),       want: "Down" },
    { when: "was killed after an hour, and crashes since", started: 3600, ready: unready(5), failure: crashLoop(10),       want: "Down" },
    { when: "lost its readiness under load",            started: 400,  ready: unready(30),                                 want: "Down" },
    { when: "lost its readiness long after a crash",    started: 450,  ready: unready(30),  failure: failed(300),          want: "Down" },
  ])("of a pod that $when is $want", ({ started, failure = null, ready: condition, want }) => {
    const pod = { failure, startTime: started === null ? null : at(started), ready: condition };
    expect(healthOf(pod, NOON, { startMs: 300_000, holdMs: 200_000 })).toBe(want);
  });
});
