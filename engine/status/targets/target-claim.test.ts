import { describe, expect, it } from "vitest";

import { toConditions } from "./conditions.ts";
import { claimConditions, holdsClaim } from "./target-claim.ts";

interface Pass {
  readonly generation: number;
  readonly mode?: string;
  readonly problem?: string;
}

/** The conditions about the claim after some passes over one object. */
const after = (passes: readonly Pass[]) =>
  passes.reduce<ReturnType<typeof toConditions>>((conditions, pass) => {
    const { generation, mode = "Paused", problem } = pass;
    const drafts = claimConditions({ mode, problem }, { generation, conditions });
    return toConditions(drafts, conditions, { now: 0, generation });
  }, []);

const unknown = "UnknownKind";

describe("an object that names a kind", () => {
  // prettier-ignore
  it.each<{ when: string; passes: readonly Pass[]; mode?: string; generation?: number; claims: boolean }>([
    { when: "is Active",                                              passes: [],                                                                          mode: "Active", claims: true },
    { when: "is in DryRun",                                           passes: [],                                                                          mode: "DryRun", claims: false },
    { when: "is Paused",                                              passes: [{ generation: 1 }],                                                         claims: true },
    { when: "is Paused and has no status yet",                        passes: [],                                                                          claims: true },
    { when: "is Paused while its target does not exist",              passes: [{ generation: 1, problem: "TargetNotFound" }],                              claims: true },
    { when: "is Paused while the kind is not served",                 passes: [{ generation: 1, problem: unknown }],                                       claims: false },
    { when: "is Paused since before the kind was served",             passes: [{ generation: 1, problem: unknown }, { generation: 1 }, { generation: 1 }], claims: false },
    { when: "is Paused since before, and the target comes later",     passes: [{ generation: 1, problem: unknown }, { generation: 1, problem: "TargetNotFound" }, { generation: 1 }], claims: false },
    { when: "is edited after the kind is served",                     passes: [{ generation: 1, problem: unknown }],                                       generation: 2,  claims: true },
    { when: "is edited, and stays Paused",                            passes: [{ generation: 1, problem: unknown }, { generation: 2 }],                    generation: 2,  claims: true },
    { when: "is edited to another kind that is not served",           passes: [{ generation: 1 }, { generation: 2, problem: unknown }],                    generation: 2,  claims: false },
    { when: "is Paused after the kind was removed while it was Active", passes: [{ generation: 1, mode: "Active", problem: unknown }, { generation: 2 }],  generation: 2,  claims: true },
  ])("claims its target when it $when: $claims", ({ passes, mode = "Paused", generation = 1, claims }) => {
    expect(holdsClaim(mode, { generation, conditions: after(passes) })).toBe(claims);
  });
});
