/**
 * Prints how much of the heap texts of parsed objects take once they pass through SharedStrings, as JSON.
 * Started by shared-strings.test.ts.
 */
import { SharedStrings } from "../resource-informer.ts";
import { heapInUse } from "../../kube/testing/heap.ts";

type Texts = (index: number) => string;

const equal = (): string => "the desired count is within the acceptable range";
const unique = (index: number): string => `message ${index}`.padEnd(48);
const mixed = (index: number): string => (index % 2 === 0 ? unique(index) : equal());

const parse = (text: Texts): { text: string }[] =>
  Array.from(
    { length: 20_000 },
    (_, index) => JSON.parse(JSON.stringify({ text: text(index) })) as { text: string },
  );

/** The objects, and what shared their strings. */
function share(text: Texts): { strings: SharedStrings; parsed: object[] } {
  const strings = new SharedStrings();
  const parsed = parse(text);
  for (const each of parsed) strings.share(each);
  return { strings, parsed };
}

/** Bytes in use by what `make` returns. */
async function heapOf(make: () => object): Promise<number> {
  const before = await heapInUse();
  const made = [make()];
  const used = (await heapInUse()) - before;
  made.pop();
  return used;
}

/** Bytes of what is kept, as a share of the bytes of the objects without SharedStrings. */
async function shareOf(text: Texts, kept: (shared: ReturnType<typeof share>) => object) {
  const apart = await heapOf(() => parse(text));
  return (await heapOf(() => kept(share(text)))) / apart;
}

console.log(
  JSON.stringify({
    "equal texts": await shareOf(equal, ({ parsed }) => parsed),
    "equal texts among others": await shareOf(mixed, ({ parsed }) => parsed),
    "texts that objects no longer have": await shareOf(unique, ({ strings }) => strings),
  }),
);
