import { describe, expect, it } from "vitest";

import { changesOf, View } from "./view.ts";

const hour = 3_600_000;
const whole = { from: 0, to: 100 * hour };
const hours = ({ period: { from, to } }: View) => [from / hour, to / hour];

describe("a view", () => {
  // prettier-ignore
  it.each<{ after: string; does: (view: View) => void; want: number[] }>([
    { after: "nothing",                              does: () => undefined,                                                          want: [0, 100] },
    { after: "a zoom to the half",                   does: view => view.zoom(0.5),                                                   want: [25, 75] },
    { after: "a zoom further out than everything",   does: view => view.zoom(2),                                                     want: [0, 100] },
    { after: "a move to the left of the start",      does: view => { view.show({ from: 10 * hour, to: 20 * hour }); view.move(-2); }, want: [0, 10] },
    { after: "a move to the right of the end",       does: view => { view.show({ from: 80 * hour, to: 90 * hour }); view.move(3); },  want: [90, 100] },
    { after: "a zoom to no time",                    does: view => view.show({ from: 5 * hour, to: 5 * hour }),                      want: [5, 5 + 1 / 60] },
    { after: "the selection of a change outside",    does: view => { view.show({ from: 0, to: 10 * hour }); view.select({ candidate: 0, change: 0, time: 50 * hour }); }, want: [45, 55] },
    { after: "the selection of a change inside",     does: view => { view.show({ from: 0, to: 10 * hour }); view.select({ candidate: 0, change: 0, time: 9 * hour }); },  want: [0, 10] },
    { after: "a zoom with a selected change",        does: view => { view.select({ candidate: 0, change: 0, time: 20 * hour }); view.zoom(0.5); }, want: [10, 60] },
  ])("after $after shows the hours $want", ({ does, want }) => {
    const view = new View(whole, [0]);
    does(view);
    expect(hours(view)).toEqual(want);
  });

  it("forgets a selected change with its candidate", () => {
    const view = new View(whole, [0, 1]);
    view.select({ candidate: 1, change: 0, time: hour });
    view.toggle(0);
    expect(view.selected).not.toBeNull();
    view.toggle(1);
    expect(view.selected).toBeNull();
    expect(view.shown).toEqual(new Set());
  });

  it("reports each change once", () => {
    const view = new View(whole, [0]);
    let calls = 0;
    view.onChange(() => calls++);
    view.zoom(0.5);
    view.select({ candidate: 0, change: 0, time: 0 });
    expect(calls).toBe(2);
  });
});

describe("changesOf", () => {
  it("orders the changes of the shown candidates by time", () => {
    const times = [[10, 30], [20], [5, 10]];
    const found = changesOf(times, new Set([0, 2]));
    expect(found).toEqual([
      { candidate: 2, change: 0, time: 5 },
      { candidate: 0, change: 0, time: 10 },
      { candidate: 2, change: 1, time: 10 },
      { candidate: 0, change: 1, time: 30 },
    ]);
  });
});
