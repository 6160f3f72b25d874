import { isSameJson } from "../../engine/model/values/json-values.ts";
import { isAsSafe, parseHistory, serializeHistory } from "../../engine/memory.ts";
import type { AutoscalerOutcome } from "../../engine/decide.ts";
import type { History } from "../../engine/model/history.ts";
import type { SerializedHistory } from "../../engine/model/generated/history.ts";
import type { RawPod } from "../../engine/model/observation/pod.ts";
import { inWindow } from "../../engine/features/schedules/scheduled-bounds.ts";
import { emptyMemory } from "../../engine/transition.ts";
import type { Change } from "../../engine/testing/rate-model.ts";
import { loadNameOf } from "../world/answers.ts";
import type { SimulatedWorkload } from "../world/workload.ts";
import type { World } from "../world/world.ts";
import { loadNames, type Stride } from "./walk.ts";

/** One decision of a journey, and the decisions under other conditions. */
export interface Passage {
  readonly now: number;
  /** Replicas of the other monitored workloads. */
  readonly others: number;
  readonly outcome: AutoscalerOutcome;
  readonly again: AutoscalerOutcome;
  /** After a restart that found all of the history saved; and with no more than had to be. Of what is written. */
  readonly restarted: AutoscalerOutcome;
  readonly lagging: AutoscalerOutcome;
  /**
   * With worse data: each working metric fails in turn, then half of the pods have no samples, or no known
   * controller.
   */
  readonly worse: readonly AutoscalerOutcome[];
  /** The operator's changes so far. */
  readonly past: readonly Change[];
  /** The bounds of the active window, and the maximum that is in force until the count is down to it. */
  readonly bounds: { readonly minReplicas: number; readonly maxReplicas: number };
  readonly scheduledMax: number;
  /** Since when these syncs have seen the rollout that holds now; null: there is none. */
  readonly rollingSince: number | null;
  /** The same for the first failure of most of the newest pods, with a health gate: after a hold, it rests. */
  readonly failingSince: number | null;
  /** Since when the decisions have found the queue failing, and at or below 5; null: it is not. */
  readonly queue: QueueClocks;
  /** True if a user set the current 0. */
  readonly isPersonsZero: boolean;
}

interface QueueClocks {
  readonly failing: number | null;
  readonly idle: number | null;
}

/** What a decision with votes has seen; the others ask for no metric. */
function seenBy(
  { now, outcome }: Pick<Passage, "now" | "outcome">,
  stride: Stride,
  before: QueueClocks,
): QueueClocks {
  if (outcome.decision.votes.length === 0) return before;
  const isFailing = stride.failing.includes("queue");
  if (isFailing) return { ...before, failing: before.failing ?? now };
  const isIdle = (stride.load["queue"] ?? 0) <= 5;
  // While it fails, the time stands still.
  const stoodMs = now - (before.failing ?? now);
  return { failing: null, idle: isIdle ? (before.idle ?? now - stoodMs) + stoodMs : null };
}

export function travel(world: World, walk: readonly Stride[]): Passage[] {
  let past: Change[] = [];
  let scaled = world.target.name;
  let saved = serializeHistory(world.history);
  let clocks: Clocks = { rolling: null, announced: null };
  let health: HealthClock = { failing: null, hasRecovered: false };
  let caps: Caps = { active: null, rehearsed: null };
  let queue: QueueClocks = { failing: null, idle: null };
  return walk.map(stride => {
    if (stride.restarts) world.memory = { ...world.memory, history: load(saved, world.now) };
    befall(world, stride);
    const { now, target, others } = world;
    // Another target of a selector has its own history; a total continues.
    if (target.name !== scaled && others.length === 0) {
      past = [];
      caps = { active: null, rehearsed: null };
    }
    scaled = target.name;
    clocks = advanced(clocks, [target, ...others], now);
    const rollingSince = clocks.rolling ?? clocks.announced;
    health = followed(health, areNewestFailing(world), now);
    const { minReplicas, maxReplicas: scheduledMax } = inWindow(world.defaulted, now);
    caps = lowered(caps, world, scheduledMax);
    const maxReplicas = capOf(world, caps) ?? scheduledMax;
    const since = { rollingSince, failingSince: firstFailure(health) };
    const seen = { ...since, bounds: { minReplicas, maxReplicas }, scheduledMax };
    const decided = decideHere(world, stride, saved);
    queue = seenBy(decided, stride, queue);
    const passage = { ...decided, ...seen, queue, past: [...past] };
    const { from, to, votes } = passage.outcome.decision;
    world.apply(passage.outcome);
    // What only the bounds ask for uses up no rate policy.
    const isRated = votes.length > 0 && to !== from && world.mode === "Active";
    if (isRated) past.push({ time: now, change: to - from });
    const next = serializeHistory(world.history);
    if (stride.saves || mustBeSaved(saved, next)) saved = next;
    return passage;
  });
}

const capOf = ({ mode }: World, { active, rehearsed }: Caps): number | null =>
  mode === "Active" ? active : rehearsed;

/** The maximum in force after the latest sync; null: there was none. A dry run continues from the active one. */
interface Caps {
  readonly active: number | null;
  readonly rehearsed: number | null;
}

/**
 * The spec stays as it is, so a maximum falls only by time, and then as far as the count has fallen, in whole groups
 * (ADR 37).
 */
function lowered({ active, rehearsed }: Caps, world: World, scheduledMax: number): Caps {
  const total = [world.target, ...world.others].reduce((sum, { replicas }) => sum + replicas, 0);
  const group = world.defaulted.replicaMultiple;
  const groups = Math.ceil(total / group) * group;
  const after = (before: number | null): number =>
    Math.max(scheduledMax, Math.min(before ?? scheduledMax, groups));
  return world.mode === "Active"
    ? { active: after(active), rehearsed: null }
    : { active, rehearsed: after(rehearsed ?? active) };
}

/** When the rollout that the pods show was first seen, and the announcement before it or without it. */
interface Clocks {
  readonly rolling: number | null;
  readonly announced: number | null;
}

/** Each rollout of pods has a clock of its own. An announcement keeps its clock while pods are replaced. */
function advanced(
  { rolling, announced }: Clocks,
  workloads: readonly SimulatedWorkload[],
  now: number,
): Clocks {
  if (workloads.some(one => one.isRollingOut)) return { rolling: rolling ?? now, announced };
  const isAnnounced = workloads.some(one => one.isAnnounced);
  return { rolling: null, announced: isAnnounced ? (announced ?? now) : null };
}

/**
 * By the raw pods: in these worlds, all pods are started, and one that is not ready never was. Only a health gate asks
 * for it.
 */
function areNewestFailing({ spec, target, others, now }: World): boolean {
  if (!spec.healthGate) return false;
  const { startSeconds = 600, maxHoldSeconds = 300 } = spec.healthGate;
  const pods = [target, ...others].flatMap(workload => workload.podsAt(now));
  const ageOf = ({ status }: RawPod): number => now - Date.parse(status?.startTime ?? "");
  const newest = pods
    .toSorted((a, b) => ageOf(a) - ageOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, Math.max(3, Math.ceil(pods.length / 4)));
  const startMs = startSeconds * 1000;
  const bad = newest.filter(pod => {
    const isReady = pod.status?.conditions?.[0]?.status === "True";
    const isStart = ageOf(pod) < startMs + maxHoldSeconds * 1000;
    const isLate = !isReady && ageOf(pod) >= startMs;
    return isStart && (isLate || pod.status?.containerStatuses !== undefined);
  });
  return pods.length >= 3 && bad.length * 2 > newest.length;
}

const nameOf = ({ metadata }: RawPod): string => metadata?.name ?? "";

/** Applies the events before a sync. */
function befall(world: World, stride: Stride): void {
  world.load = stride.load;
  world.mode = stride.isDryRun ? "DryRun" : "Active";
  world.pass(stride.wait);
  if (stride.person !== null) world.scaleByHand(stride.person);
  const [first] = world.others;
  if (first && stride.personBeside !== null) world.scaleByHand(stride.personBeside, first);
  if (stride.rollsOut) world.target.rollOut();
  if (stride.carries !== null) world.target.carries = stride.carries;
  if (stride.announces !== null) world.target.isAnnounced = stride.announces;
  world.trouble = troubleOf(world, stride);
}

function decideHere(world: World, stride: Stride, saved: SerializedHistory) {
  const { now, target, others, memory, historyInForce } = world;
  const observation = world.observe();
  const [outcome, again] = [world.decide(memory, observation), world.decide(memory, observation)];
  const afterRestart = (history: SerializedHistory): AutoscalerOutcome =>
    world.decide({ ...emptyMemory, history: load(history, now) }, observation);
  const latest = serializeHistory(historyInForce);
  // A status holds the history of a dry run, too: what Active takes over from it survives a restart.
  const restarted = world.mode === "Active" ? afterRestart(latest) : outcome;
  return {
    ...{ now, outcome, again, restarted },
    others: others.reduce((sum, { replicas }) => sum + replicas, 0),
    isPersonsZero: target.replicas === 0 && target.writer === "Other",
    lagging: world.mode !== "Active" || isSameJson(saved, latest) ? restarted : afterRestart(saved),
    worse: worseOf(world, stride).map(trouble => world.decide(memory, world.observe(trouble))),
  };
}

function troubleOf(world: World, { failing, unmeasured, unresolved }: Stride): World["trouble"] {
  const pods = world.measured().readyPods;
  const oneIn = (many: number) =>
    new Set(many === 0 ? [] : pods.filter((_, index) => index % many === 0));
  return {
    ...{ failing: new Set(failing), unmeasured: oneIn(unmeasured) },
    unresolved: oneIn(unresolved),
  };
}

/** Only what a decision of this spec can read: without it, it would be the same decision again. */
function worseOf(world: World, { failing }: Stride): World["trouble"][] {
  const { trouble, asked } = world;
  const names = new Set(asked.map(loadNameOf));
  const answering = loadNames.filter(name => names.has(name) && !failing.includes(name));
  const half = world.measured().readyPods.filter((_, index) => index % 2 === 0);
  const unmeasured = new Set([...(trouble.unmeasured ?? []), ...half]);
  const measuresPods = asked.some(({ type }) => type === "Resource" || type === "Pods");
  const { ownPodsOnly } = world.defaulted;
  return [
    ...answering.map(name => ({ ...trouble, failing: new Set([...failing, name]) })),
    ...(measuresPods && half.length > 0 ? [{ ...trouble, unmeasured }] : []),
    ...(ownPodsOnly && half.length > 0
      ? [{ ...trouble, unresolved: new Set([...(trouble.unresolved ?? []), ...half]) }]
      : []),
  ];
}

function load(saved: SerializedHistory, now: number): History {
  const parsed = parseHistory(JSON.parse(JSON.stringify(saved)), now);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** True if the history must be saved immediately. */
function mustBeSaved(saved: SerializedHistory, history: SerializedHistory): boolean {
  const waiting = { recommendations: [], lowestRecommendations: [], thresholds: {} };
  const idle = { idleSince: "", idleForSeconds: 0 };
  const isSame = isSameJson({ ...saved, ...waiting, ...idle }, { ...history, ...waiting, ...idle });
  return !isSame || !isAsSafe(saved, history);
}

/** The first time that the newest pods fail; the oracle judges no hold after that. */
interface HealthClock {
  readonly failing: number | null;
  readonly hasRecovered: boolean;
}

const followed = (clock: HealthClock, areFailing: boolean, now: number): HealthClock =>
  areFailing
    ? { ...clock, failing: clock.failing ?? now }
    : { ...clock, hasRecovered: clock.hasRecovered || clock.failing !== null };

const firstFailure = ({ failing, hasRecovered }: HealthClock): number | null =>
  hasRecovered ? null : failing;
