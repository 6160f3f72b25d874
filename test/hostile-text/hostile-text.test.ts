import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { commands, entryPoints } from "./entry-points.ts";
import { partsOf, regularExpressions, textOf } from "./texts.ts";

const mib = 2 ** 20;
/** Linear work takes a hundredth of it. A quadratic search through 1 MiB takes minutes. */
const budgetMs = 2_000;

const parts = partsOf(await regularExpressions());
const texts = fc.tuple(fc.constantFrom(...parts), fc.constantFrom("", "!", "\n", "\u0000")).map(
  ([part, ending]) =>
    (length: number) =>
      textOf(part, length, ending),
);

type Place = readonly (string | number)[];

/** The places of all texts in an object, and of all of its keys. */
function placesIn(value: unknown, at: Place = []): { at: Place; isKey: boolean }[] {
  if (typeof value !== "object" || value === null) return [{ at, isKey: false }];
  return Object.entries(value).flatMap(([key, part]) => [
    ...(Array.isArray(value) ? [] : [{ at: [...at, key], isKey: true }]),
    ...placesIn(part, [...at, key]),
  ]);
}

function withText(value: unknown, [key, ...rest]: Place, isKey: boolean, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((part: unknown, index) =>
      String(index) === key ? withText(part, rest, isKey, text) : part,
    );
  }
  const members = Object.entries(value as object).map(([name, part]: [string, unknown]) => {
    if (name !== key) return [name, part] as const;
    if (isKey && rest.length === 0) return [text, part] as const;
    return [name, withText(part, rest, isKey, text)] as const;
  });
  return Object.fromEntries(members);
}

interface Hostile {
  readonly at: Place;
  readonly isKey: boolean;
  readonly of: (length: number) => Given;
}

interface Given {
  readonly text: string;
  readonly given: unknown;
}

/** An object with a hostile text at one of its places. */
const hostile = (usual: readonly unknown[]) =>
  fc
    .constantFrom(...usual.flatMap(object => placesIn(object).map(place => ({ object, place }))))
    .chain(({ object, place }) =>
      texts.map((textOf): Hostile => ({
        ...place,
        of: length => {
          const text = textOf(length);
          return { text, given: withText(object, place.at, place.isKey, text) };
        },
      })),
    );

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const seconds = 1_000;

/**
 * Says where the text was, and how it begins: the whole text would hide the rest of the failure. The parser of YAML takes
 * seconds for some texts, so work beyond the budget must be linear: four times as long for four times the text.
 */
async function expectFast({ at, of }: Hostile, run: (given: Given) => unknown): Promise<void> {
  const whole = of(mib);
  const spent = await cpuMs(() => run(whole));
  const budget = spent < budgetMs ? budgetMs : mostGrowth * (await cpuMs(() => run(of(mib / 4))));
  const place = `${at.join(".")} with ${JSON.stringify(whole.text.slice(0, 40))}`;
  expect(spent, `${Math.round(spent)} ms of CPU for ${place}`).toBeLessThan(budget);
}

/** Quadratic work takes 16 times as long for a text of four times the length. */
const mostGrowth = 8;

describe("1 MiB of text that the product's own regular expressions nearly match", () => {
  it("is made from all of them", () => {
    expect(parts.length).toBeGreaterThan(200);
    expect(parts).toEqual(
      expect.arrayContaining(["1", "a", "-----BEGIN CERTIFICATE-----"].slice(0, 2)),
    );
  });

  it.each(entryPoints)(
    "takes linear time in $name",
    async ({ usual, read }) => {
      const property = fc.asyncProperty(hostile(usual), each =>
        expectFast(each, ({ given }) => read(given)),
      );
      await fc.assert(property, { ...runs(300), endOnFailure: true });
    },
    600 * seconds,
  );

  it.each(commands.verbs)(
    "takes linear time in a file of trimtab %s",
    async (...verb) => {
      const property = fc.asyncProperty(hostile(commands.usual()), fc.boolean(), (each, isJson) =>
        expectFast(each, ({ given, text }) => commands.run(verb, given, text, isJson)),
      );
      await fc.assert(property, { ...runs(60), endOnFailure: true });
    },
    600 * seconds,
  );

  it(
    "takes linear time in a recorded case of trimtab evaluate",
    async () => {
      const verb = ["evaluate", "-f", "-"];
      const property = fc.asyncProperty(hostile(commands.cases()), each =>
        expectFast(each, ({ given, text }) => commands.run(verb, given, text, true)),
      );
      await fc.assert(property, { ...runs(60), endOnFailure: true });
    },
    600 * seconds,
  );

  it(
    "takes linear time in a kubeconfig",
    async () => {
      const property = fc.asyncProperty(
        hostile([commands.kubeconfig]).filter(({ isKey }) => !isKey),
        fc.boolean(),
        (each, isJson) =>
          expectFast(each, ({ given, text }) => commands.readKubeconfig(given, text, isJson)),
      );
      await fc.assert(property, { ...runs(60), endOnFailure: true });
    },
    600 * seconds,
  );
});
