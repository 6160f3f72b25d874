/** A list of the items of these numbers, about as long as wanted. */
const list = (item: (index: number) => string) => (length: number) => {
  const items: string[] = [];
  for (let [index, rest] = [0, length]; rest > 0; index += 1) {
    const next = item(index);
    items.push(next);
    rest -= next.length + 1;
  }
  return `[${items.join(",")}]`;
};

/** One object with the fields of these numbers. */
const object = (field: (index: number) => string) => (length: number) =>
  `{${list(field)(length).slice(1, -1)}}`;

const nested = (begin: string, end: string, depth: number) =>
  `${begin.repeat(depth)}0${end.repeat(depth)}`;

const always = (item: string) => list(() => item);
const key = (index: number): string => index.toString(36);
const fields = (...keys: readonly (string | number)[]): string =>
  `{${keys.map(each => `"${each}":0`).join(",")}}`;

/** What an object of the API looks like. */
const realistic = (index: number): string =>
  JSON.stringify({
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: `web-${index}`, namespace: "shop", labels: { app: `web-${index}` } },
    spec: { maxReplicas: index, metrics: [{ type: "Resource", resource: { name: "cpu" } }] },
  });

/** Texts that the heap holds in different ways, by name; each is at least as long as the given length. */
export const shapes: Readonly<Record<string, (length: number) => string>> = {
  "small numbers": always("0"),
  fractions: always("0.5"),
  "numbers beyond 31 bits": list(index => String(2 ** 31 + index)),
  "fractions among other values": list(index => (index % 2 === 0 ? "1.5" : '""')),
  "true and null": list(index => (index % 2 === 0 ? "true" : "null")),
  "empty lists": always("[]"),
  "lists of a number": always("[0]"),
  "lists of a fraction": always("[.5]".replace(".", "0.")),
  "deep lists": always(nested("[", "]", 200)),
  "empty objects": always("{}"),
  "small objects": always('{"a":0}'),
  "objects of objects": always('{"a":{}}'),
  "deep objects": always(nested('{"a":', "}", 200)),
  "objects with five fields": always(fields("a", "b", "c", "d", "e")),
  "objects of fractions": always('{"a":0.5}'),
  "objects with keys of their own": list(index => fields(key(index))),
  "objects with two keys of their own": list(index => fields(key(index), `${key(index)}-`)),
  "objects with a shared key and one of their own": list(index => fields("a", key(index))),
  "objects that begin alike": list(index =>
    fields(key(index % 1_000), key(Math.floor(index / 1_000))),
  ),
  "one object with many fields": object(index => `"${key(index)}":0`),
  "one field again and again": object(() => '"a":0'),
  "objects with 200 fields": always(
    fields(...Array.from({ length: 200 }, (_, index) => `k${index}`)),
  ),
  "objects with 1,100 fields": always(
    fields(...Array.from({ length: 1_100 }, (_, index) => `k${index}`)),
  ),
  "the key __proto__": always('{"__proto__":0}'),
  "empty keys": always('{"":0}'),
  ...Object.fromEntries(
    [0, 8, 16, 24, 30, 31, 32, 33, 34, 35, 36, 37, 48, 64, 96, 1_000, 4_294_967_294].map(index => [
      `the numeric key ${index}`,
      always(fields(index)),
    ]),
  ),
  ...Object.fromEntries(
    [3, 6, 11, 12, 22, 43, 86].flatMap(count =>
      [8, 9, 11, 13].map(spread => {
        const keys = Array.from({ length: count }, (_, index) => index);
        keys[count - 1] = Math.max(count, Math.floor(count * spread * 1.5));
        return [`${count} numeric keys up to ${keys[count - 1]}`, always(fields(...keys))] as const;
      }),
    ),
  ),
  "numeric and other keys": always(fields("a", 34)),
  "an escaped numeric key": always(String.raw`{"\u0033\u0034":0}`),
  "a partly escaped numeric key": always(String.raw`{"3\u0034":0}`),
  "one object with many numeric keys": object(index => `"${index}":0`),
  "one object with sparse numeric keys": object(index => `"${index * 50}":0`),
  "a long text": length => JSON.stringify({ items: ["x".repeat(length)] }),
  "a long text of Latin letters": length => JSON.stringify({ items: ["é".repeat(length)] }),
  "a long text of other letters": length => JSON.stringify({ items: ["あ".repeat(length)] }),
  "a long text with one other letter": length =>
    JSON.stringify({ items: [`${"x".repeat(length)}あ`] }),
  "a long text of escapes": length => `"${String.raw`\n`.repeat(length / 2)}"`,
  "a long text of escaped letters": length => `"${String.raw`\u3042`.repeat(length / 6)}"`,
  "long texts": list(index => JSON.stringify(`${"x".repeat(1_000)}${index}`)),
  "short texts": list(index => JSON.stringify(key(index))),
  "short texts of other letters": list(index => JSON.stringify(`あ${key(index)}`)),
  "texts of 11 letters": list(index => JSON.stringify(key(index).padStart(11, "x"))),
  "empty texts": always('""'),
  "fields of other letters": list(index => `{"あ":"い${index}"}`),
  "objects of the API": list(realistic),
  "a mixture": list(
    index => [fields(34), "[0.5]", fields(key(index)), '"あ"', realistic(index)][index % 5] ?? "",
  ),
};
