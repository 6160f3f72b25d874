import { a, Capability, type PeprValidateRequest } from "pepr";
import { describe, expect, it } from "vitest";

import type { KubeObject } from "../kube/watch/object.ts";
import { admitting, unservable, validatorsOf, wakeBindings } from "./pepr-bridge.ts";

class Thing extends a.GenericKind {}
const gvk = { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "things" };

const capability = () => new Capability({ name: "things", description: "For tests." });
const object = (name: string): KubeObject => ({
  metadata: { name, uid: `uid-${name}`, resourceVersion: "1" },
});
const created = { key: "new", current: object("new"), previous: undefined };
const updated = { key: "edited", current: object("edited"), previous: object("before") };
const deleted = { key: "gone", current: undefined, previous: object("gone") };

const settled = () => new Promise(resolve => setImmediate(resolve));

describe("wakeBindings", () => {
  it.each([
    { on: "IsCreated", woken: ["ADDED new"] },
    { on: "IsUpdated", woken: ["MODIFIED edited"] },
    { on: "IsCreatedOrUpdated", woken: ["ADDED new", "MODIFIED edited"] },
    { on: "IsDeleted", woken: ["DELETED gone"] },
  ] as const)("calls a Watch on $on with $woken", async ({ on, woken }) => {
    const calls: string[] = [];
    const things = capability();
    things
      .When(Thing, gvk)
      [on]()
      .Watch(({ metadata }, phase) => {
        calls.push(`${phase} ${metadata?.name}`);
      });
    wakeBindings(things, () => undefined)([created, updated, deleted]);
    await settled();
    expect(calls).toEqual(woken);
  });

  it("reports a callback that throws, and calls the others", async () => {
    const calls: string[] = [];
    const faults: unknown[] = [];
    const things = capability();
    things
      .When(Thing, gvk)
      .IsCreated()
      .Watch(() => {
        throw new Error("bug");
      });
    things
      .When(Thing, gvk)
      .IsCreated()
      .Watch(({ metadata }) => {
        calls.push(metadata?.name ?? "");
      });
    wakeBindings(things, fault => faults.push(fault))([created, created]);
    await settled();
    expect([calls, faults]).toEqual([
      ["new", "new"],
      [new Error("bug"), new Error("bug")],
    ]);
  });

  it("calls no callback for an empty batch", async () => {
    const calls: unknown[] = [];
    const things = capability();
    things
      .When(Thing, gvk)
      .IsDeleted()
      .Watch(thing => void calls.push(thing));
    wakeBindings(things, () => undefined)([]);
    await settled();
    expect(calls).toEqual([]);
  });
});

const oldObject = { metadata: { name: "a" }, spec: { size: 0 } };
const request = {
  ...{ uid: "r-1", operation: "UPDATE", name: "a", namespace: "ns" },
  ...{ kind: { ...gvk }, userInfo: { username: "ann" } },
  ...{ object: { metadata: { name: "a" }, spec: { size: 1 } }, oldObject },
};

describe("validatorsOf", () => {
  const seen: PeprValidateRequest<Thing>[] = [];
  const things = (on: "IsCreated" | "IsUpdated" | "IsCreatedOrUpdated" | "IsDeleted") => {
    const given = capability();
    given
      .When(Thing, gvk)
      [on]()
      .Validate(asked => {
        seen.push(asked);
        return asked.Deny("no");
      });
    return validatorsOf(given);
  };

  it.each([
    { on: "IsCreated", operations: ["CREATE"] },
    { on: "IsUpdated", operations: ["UPDATE"] },
    { on: "IsCreatedOrUpdated", operations: ["CREATE", "UPDATE"] },
    { on: "IsDeleted", operations: [] },
  ] as const)("has one for $operations of a Validate on $on", ({ on, operations }) => {
    const { group, kind } = gvk;
    expect(things(on)).toMatchObject([{ group, kind, operations }]);
  });

  it("passes the object on without copying it, with the previous one", async () => {
    const [only] = things("IsCreatedOrUpdated");
    expect(await only?.validate(request)).toEqual({ allowed: false, statusMessage: "no" });
    const asked = seen.at(-1);
    expect(asked?.Raw).toBe(request.object);
    expect(asked?.OldResource).toEqual(oldObject);
  });

  it("has none for a Watch", () => {
    const given = capability();
    given
      .When(Thing, gvk)
      .IsCreated()
      .Watch(() => undefined);
    expect(validatorsOf(given)).toEqual([]);
  });
});

describe("admitting", () => {
  it.each([
    { verdict: { errors: [], warnings: ["w"] }, answer: { allowed: true, warnings: ["w"] } },
    {
      verdict: { errors: ["a", "b"], warnings: [] },
      answer: { allowed: false, statusMessage: "a\nb" },
    },
    {
      verdict: { errors: ["a"], warnings: [], isTransient: true },
      answer: { allowed: false, statusMessage: "a", statusCode: 503 },
    },
  ])("answers $answer", async ({ verdict, answer }) => {
    const things = capability();
    things
      .When(Thing, gvk)
      .IsCreated()
      .Validate(admitting(() => Promise.resolve(verdict)));
    const [only] = validatorsOf(things);
    expect(await only?.validate(request)).toEqual(answer);
  });
});

describe("unservable", () => {
  const complete = () => {
    const things = capability();
    things
      .When(Thing, gvk)
      .IsCreatedOrUpdated()
      .Validate(request => request.Approve())
      .Watch(() => undefined);
    return things;
  };

  it("accepts unfiltered Validate and Watch bindings", () => {
    expect(unservable(complete())).toBeNull();
  });

  it.each<{ shows: string; add: (things: Capability) => void }>([
    {
      shows: "Mutate",
      add: things =>
        void things
          .When(Thing, gvk)
          .IsCreated()
          .Mutate(() => undefined),
    },
    {
      shows: "Finalize",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .Watch(() => undefined)
          .Finalize(() => undefined);
      },
    },
    {
      shows: "Reconcile",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .Reconcile(() => undefined);
      },
    },
    {
      shows: "a namespace",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .InNamespace("a")
          .Watch(() => undefined);
      },
    },
    {
      shows: "a name",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .WithName("a")
          .Watch(() => undefined);
      },
    },
    {
      shows: "a label",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .WithLabel("a")
          .Watch(() => undefined);
      },
    },
    {
      shows: "an annotation",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .WithAnnotation("a", "b")
          .Watch(() => undefined);
      },
    },
    {
      shows: "a deletion timestamp",
      add: things => {
        things
          .When(Thing, gvk)
          .IsCreated()
          .WithDeletionTimestamp()
          .Watch(() => undefined);
      },
    },
  ])("refuses to start with $shows, which would be ignored", ({ add }) => {
    const things = complete();
    add(things);
    expect(unservable(things)).toContain("only unfiltered Validate and Watch");
  });

  it("refuses bindings that Pepr dropped because of its mode", () => {
    const things = capability();
    things
      .When(Thing, gvk)
      .IsCreatedOrUpdated()
      .Watch(() => undefined);
    expect(unservable(things)).toContain("pepr-mode.ts");
  });
});
