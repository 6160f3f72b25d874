import { describe, expect, it } from "vitest";

import type { Topic } from "../workqueue/subscriptions.ts";
import { SelectorUsers, topicsOf, type SelectorUse } from "./selector-users.ts";

const podUseOf = (uid: string, isScaled = true): SelectorUse => ({
  ...{ namespace: "a", selector: "example.dev/app=web" },
  target: { uid, name: `Deployment ${uid}`, isScaled },
});
const [looks = "pods/", scales = "pods/"] = topicsOf(podUseOf("web"));
const left = { namespace: "a", selector: "example.dev/app=web" };

describe("the remaining use of a selector", () => {
  // prettier-ignore
  it.each<{ shows: string; asked: SelectorUse[]; gone: Topic[]; want: object | null }>([
    { shows: "unchanged after the release of an unused topic", asked: [podUseOf("web", false)],            gone: [scales],        want: null },
    { shows: "the read without the scaling",                   asked: [podUseOf("web")],                   gone: [scales],        want: { ...left, isUsed: true, isScaling: false } },
    { shows: "the scaling without the read",                   asked: [podUseOf("web")],                   gone: [looks],         want: { ...left, isUsed: true, isScaling: true } },
    { shows: "the scaling of another target",                  asked: [podUseOf("web"), podUseOf("api")],  gone: [scales],        want: { ...left, isUsed: true, isScaling: true } },
    { shows: "nothing",                                        asked: [podUseOf("web")],                   gone: [scales, looks], want: { ...left, isUsed: false, isScaling: false } },
  ])("is $shows", ({ asked, gone, want }) => {
    const users = new SelectorUsers();
    for (const one of asked) users.add(one);
    const told = gone.map(topic => users.remove(topic));
    expect(told.at(-1)).toEqual(want);
    const isUsed = want === null || !("isUsed" in want) || want.isUsed === true;
    expect([users.has("a"), users.namespaces]).toEqual([isUsed, isUsed ? 1 : 0]);
  });
});
