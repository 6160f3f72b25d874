import { describe, expect, it } from "vitest";

import type { Topic } from "../workqueue/topic.ts";
import { SelectorUsers, topicsOf, type PodsQuestion } from "./selector-users.ts";

const question = (uid: string, isScaled = true): PodsQuestion => ({
  ...{ namespace: "a", selector: "example.dev/app=web" },
  target: { uid, name: `Deployment ${uid}`, isScaled },
});
const [looks = "pods/", scales = "pods/"] = topicsOf(question("web"));
const left = { namespace: "a", selector: "example.dev/app=web" };

describe("what is left of a selector's use", () => {
  // prettier-ignore
  it.each<{ shows: string; asked: PodsQuestion[]; gone: Topic[]; want: object | null }>([
    { shows: "everything after what nobody asked for",    asked: [question("web", false)],            gone: [scales],        want: null },
    { shows: "a look without its scaling",                asked: [question("web")],                   gone: [scales],        want: { ...left, isUsed: true, isScaling: false } },
    { shows: "a scaling without its look",                asked: [question("web")],                   gone: [looks],         want: { ...left, isUsed: true, isScaling: true } },
    { shows: "another target's scaling",                  asked: [question("web"), question("api")],  gone: [scales],        want: { ...left, isUsed: true, isScaling: true } },
    { shows: "nothing",                                   asked: [question("web")],                   gone: [scales, looks], want: { ...left, isUsed: false, isScaling: false } },
  ])("is $shows", ({ asked, gone, want }) => {
    const users = new SelectorUsers();
    for (const one of asked) users.add(one);
    const told = gone.map(topic => users.remove(topic));
    expect(told.at(-1)).toEqual(want);
    const isUsed = want === null || !("isUsed" in want) || want.isUsed === true;
    expect([users.has("a"), users.namespaces]).toEqual([isUsed, isUsed ? 1 : 0]);
  });
});
