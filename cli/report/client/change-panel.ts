import { byId, element } from "../../pages/client/elements.ts";
import { type Drawing, type Reasons, worstOf } from "../model/compact.ts";
import { formatNumber, formatTime } from "../model/format.ts";
import type { Worst } from "../../simulate/result.ts";
import { changesOf, type Selection, type View } from "../model/view.ts";
import { button, tableOf } from "./dom.ts";

type Reason = Reasons[number][number];

export type ChangePanel = ReturnType<typeof changePanel>;

/** What decided the selected change, and the way to the next one. */
export function changePanel(drawing: Drawing, view: View, reasons: () => Reasons | null) {
  const times = drawing.candidates.map(({ sizes }) => sizes.times.slice(1));
  const listFor = remembered(
    () => view.shown,
    shown => changesOf(times, shown),
  );
  const body = element("div", { "aria-live": "polite" });
  /** Selects the change that is `by` further in time, from the selected one or from the begin of the period. */
  const step = (by: number) => {
    const list = listFor();
    const { selected, period } = view;
    const after = list.findIndex(({ time }) => time >= period.from);
    const begin = by > 0 ? (after < 0 ? list.length : after) - 1 : after < 0 ? list.length : after;
    const at = selected ? list.findIndex(change => isSame(change, selected)) : begin;
    const next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
    if (next) view.select(next);
  };
  /** Selects the change next to a time if it is at most `within` milliseconds away. */
  const selectNear = (time: number, within: number) => {
    const distance = (change: Selection) => Math.abs(change.time - time);
    const near = listFor().filter(change => distance(change) <= within);
    const [first, ...others] = near;
    if (first) view.select(others.reduce((a, b) => (distance(b) < distance(a) ? b : a), first));
  };
  const worst = worstOf(drawing.candidates.map(each => each.worst));
  /** Shows so many hours around the worst moment of a candidate; by default, of all. */
  const showWorst = (hours: number, candidate = worst ?? -1) => {
    const time = drawing.candidates[candidate]?.worst?.time;
    if (time === undefined) return;
    if (!view.shown.has(candidate)) view.toggle(candidate);
    const half = hours * 1_800_000;
    view.show({ from: time - half, to: time + half });
    const change = times[candidate]?.findLastIndex(each => each <= time) ?? -1;
    view.select({ candidate, change, time, isWorst: true });
  };
  const position = element("span", { class: "muted" });
  byId("change").append(
    element(
      "div",
      { class: "toolbar" },
      button("← Previous change", "Previous change", () => step(-1)),
      button("Next change →", "Next change", () => step(1)),
      position,
    ),
    body,
  );
  const draw = remembered(
    () => `${JSON.stringify(view.selected)} ${[...view.shown].join()} ${reasons() !== null}`,
    () => {
      const { selected } = view;
      const list = listFor();
      const at = selected ? list.findIndex(change => isSame(change, selected)) + 1 : 0;
      position.textContent =
        at > 0 && !selected?.isWorst
          ? `${formatNumber(at)} of ${formatNumber(list.length)}`
          : `${formatNumber(list.length)} changes`;
      body.replaceChildren(...(selected ? details(drawing, selected, reasons()) : [hint()]));
    },
  );
  return { draw, step, selectNear, showWorst };
}

const hint = () =>
  element(
    "p",
    {},
    "Click on a change in the charts, or go from change to change with the buttons.",
  );

const isSame = (a: Selection, b: Selection): boolean =>
  a.candidate === b.candidate && a.change === b.change;

/** "web: 4 to 6 replicas at ..." */
export function titleOf({ candidates }: Drawing, selection: Selection): string {
  const { candidate, change, time, isWorst } = selection;
  const { name = "", sizes, worst } = candidates[candidate] ?? {};
  if (isWorst && worst) {
    const [load, capacity] = [worst.load, worst.capacity].map(formatNumber);
    return `${name}: worst moment at ${formatTime(time)}, ${load} needed and ${capacity} there`;
  }
  const [from, to] = sizes?.values.slice(change, change + 2) ?? [];
  return `${name}: ${from ?? ""} to ${to ?? ""} replicas at ${formatTime(time)}`;
}

function details(drawing: Drawing, selected: Selection, reasons: Reasons | null): Node[] {
  const title = element("h3", {}, titleOf(drawing, selected));
  const worst = selected.isWorst ? drawing.candidates[selected.candidate]?.worst : null;
  if (worst) return [title, ...decisionThen(worst)];
  if (!reasons) return [title];
  const reason = reasons[selected.candidate]?.[selected.change];
  if (!reason) return [title, element("p", {}, "This file does not have the reasons; see below.")];
  return [title, reasonsOf(reason)];
}

function decisionThen({ decision }: Worst): Node[] {
  if (!decision) return [element("p", {}, "There was no decision before it.")];
  const { time, to } = decision;
  const text = `The latest decision, at ${formatTime(time)}, is ${formatNumber(to)} replicas.`;
  return [element("p", {}, text), reasonsOf(decision)];
}

const reasonsOf = (reason: Reason): Node =>
  element("div", { class: "reasons" }, votes(reason), steps(reason));

const votes = (reason: Reason): Node =>
  tableOf(
    "Votes",
    ["Source", "Vote", "Reason"],
    reason.votes.map(vote => [vote.source, voteText(vote), vote.message]),
  );

const voteText = (vote: Reason["votes"][number]): string | number =>
  vote.type === "Count" ? vote.replicas : vote.type === "Abstain" ? "none" : "failed";

const steps = (reason: Reason): Node =>
  tableOf(
    "Steps",
    ["Step", "Before", "After", "Reason"],
    reason.steps.map(({ step, before, after, message }) => [step, before, after, message]),
  );

/** Calculates only if the key has changed. */
function remembered<Key, Value>(key: () => Key, calculate: (key: Key) => Value): () => Value {
  let last: { key: Key; value: Value } | undefined;
  return () => {
    const now = key();
    if (last?.key !== now) last = { key: now, value: calculate(now) };
    return last.value;
  };
}
