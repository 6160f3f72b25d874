import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { answers } from "./answers.ts";
import { commands } from "./commands.ts";
import { type Limits, tooSlow, upTo } from "./cpu-time.ts";
import { collectionsIn, type Place, placesIn, withRepeated, withText } from "./places.ts";
import { reviews } from "./reviews.ts";
import { commonParts, grammarParts, partsOf, regularExpressions, textOf } from "./texts.ts";

const kib = 2 ** 10;
const mib = 2 ** 20;
const seconds = 1_000;

const expressions = partsOf(await regularExpressions());
const parts = [...new Set([...expressions, ...grammarParts])];
const endings = ["", "!", "\n", "\u0000"] as const;

/** Long enough for quadratic work to show, and short enough for each part at each place. */
const lengths = [kib, 16 * kib];
/** Linear work takes less than a tenth of it. */
const enough = 20;
/** A review may compute for 100 ms. The libraries that parse files have no such limit. */
const limits: Limits = { enough, most: 500 };
const inFiles: Limits = { enough, most: Infinity };
/** To copy 1 MiB takes tens of milliseconds, or much less when the engine need not; quadratic work takes seconds. */
const inLong: Limits = { enough: 300, most: Infinity };
/** The YAML package takes some seconds for 1 MiB of brackets, and quadratic work minutes. */
const inLongFiles: Limits = { enough: 10 * seconds, most: Infinity };

interface Hostile {
  readonly place: Place;
  readonly part: string;
  readonly ending: string;
}

/** What reads an object with a text in it. */
type Read = (given: unknown, text: string) => unknown;

interface Reading {
  readonly read: Read;
  readonly limits: Limits;
  readonly lengths: readonly number[];
}

/** The whole text would hide the rest of a failure. */
async function expectFast({ place, part, ending }: Hostile, reading: Reading): Promise<void> {
  const run = (length: number): unknown => {
    const text = textOf(part, length, ending);
    return reading.read(withText(place, text), text);
  };
  const slow = await tooSlow(run, reading.lengths, reading.limits);
  if (!slow) return;
  const text = `${slow.length} characters ${JSON.stringify(part)}`;
  expect.fail(`${Math.round(slow.ms)} ms of CPU for ${text} at ${shown(place)}`);
}

const shown = ({ at, isKey }: Place): string => `${isKey ? "a key next to " : ""}${at.join(".")}`;

/** Each place with each part. The endings take turns. */
async function expectAllFast(
  places: readonly Place[],
  all: readonly string[],
  reading: Reading,
): Promise<void> {
  for (const [index, place] of places.entries()) {
    for (const [turn, part] of all.entries()) {
      const ending = endings[(index + turn) % endings.length] ?? "";
      await expectFast({ place, part, ending }, reading);
    }
  }
}

const hostile = (places: readonly Place[]): fc.Arbitrary<Hostile> =>
  fc.record({
    place: fc.constantFrom(...places),
    part: fc.constantFrom(...parts),
    ending: fc.constantFrom(...endings),
  });

/** With `%s`, a title has the whole name. */
const named = <Each extends { readonly name: string }>(all: readonly Each[]) =>
  all.map(each => [each.name, each] as const);
const known = (given: { readonly allowed?: boolean } | null): boolean | undefined => given?.allowed;

it("the texts are made from all regular expressions of the product", () => {
  expect(expressions.length).toBeGreaterThan(200);
  expect(expressions).toEqual(expect.arrayContaining(["1", "a", "trimtab"]));
});

describe.each(named([...reviews, ...answers]))("%s takes linear time", (_, { usual, read }) => {
  it(
    "for each part of an expression at each place",
    () => expectAllFast(placesIn(usual), parts, { read, limits, lengths }),
    600 * seconds,
  );

  it(
    "for 1 MiB of any part at any place",
    async () => {
      const reading = { read, limits: inLong, lengths: upTo(mib) };
      const property = fc.asyncProperty(hostile(placesIn(usual)), each =>
        expectFast(each, reading),
      );
      await fc.assert(property, { ...runs(20), endOnFailure: true });
    },
    600 * seconds,
  );

  const collections = collectionsIn(usual).map(place => ({ place, at: shown(place) }));
  it.each(collections)(
    "for 100,000 entries like $at",
    async ({ place }) => {
      const run = (times: number): unknown => read(withRepeated(place, times, 8 * mib));
      const slow = await tooSlow(run, [12_500, 100_000], { enough: 500, most: 5_000 });
      expect(slow).toBeNull();
    },
    60 * seconds,
  );
});

describe.each(named(reviews))("%s", (_, { usual, read }) => {
  it("is usually allowed, so that all checks read it", async () => {
    const allowed = usual.map(async given => known((await read(given)) as never));
    expect(new Set(await Promise.all(allowed))).toEqual(new Set([true]));
  });
});

/** Fields with an expression, a query or times. */
const languages: ReadonlySet<string> = new Set(["expression", "query", "start", "end"]);
const isLanguage = ({ at }: Place): boolean => languages.has(at.at(-1) ?? "");
const withLanguages = reviews.filter(({ usual }) => placesIn(usual).some(isLanguage));

it.each(named(withLanguages))(
  "%s takes linear time for 384 KiB that a grammar reads in several ways",
  async (_, { usual, read }) => {
    const reading = { read, limits, lengths: [384 * kib] };
    await expectAllFast(placesIn(usual).filter(isLanguage), grammarParts, reading);
  },
  60 * seconds,
);

/** JSON and YAML take turns. */
function inTurns(read: (given: unknown, text: string, isJson: boolean) => unknown): Read {
  let isJson = false;
  return (given, text) => read(given, text, (isJson = !isJson));
}

const files: readonly {
  readonly name: string;
  readonly usual: readonly unknown[];
  readonly read: Read;
  /** Where each part is read; elsewhere, the most common ones. */
  readonly first: RegExp;
}[] = [
  ...commands.verbs.map(verb => ({
    ...{ name: `a file of trimtab ${verb.join(" ")}`, usual: commands.usual() },
    read: inTurns((given, text, isJson) => commands.run(verb, given, text, isJson)),
    first: verb[0] === "validate" ? /^metadata\.annotations/ : /^metadata\.name$/,
  })),
  {
    ...{ name: "a recorded case of trimtab evaluate", usual: commands.cases() },
    read: (given, text) => commands.run(["evaluate", "-f", "-"], given, text, true),
    first: /\.(window|linear)$/,
  },
  {
    ...{ name: "a kubeconfig", usual: [commands.kubeconfig] },
    read: inTurns(commands.readKubeconfig),
    first: /\.(server|token)$/,
  },
];

describe.each(named(files))("%s takes linear time", (_, { usual, read, first }) => {
  const places = placesIn(usual);
  const reading = { read, limits: inFiles, lengths };

  it(
    "for common parts of expressions at each place",
    () => expectAllFast(places, commonParts, reading),
    600 * seconds,
  );

  it(
    "for each part of an expression at some places",
    () => {
      const chosen = places.filter(({ at }) => first.test(at.join(".")));
      return expectAllFast(chosen, parts, reading);
    },
    600 * seconds,
  );

  it(
    "for 1 MiB of any part at any place",
    async () => {
      const long = { read, limits: inLongFiles, lengths: upTo(mib) };
      const property = fc.asyncProperty(hostile(places), each => expectFast(each, long));
      await fc.assert(property, { ...runs(8), endOnFailure: true });
    },
    600 * seconds,
  );
});
