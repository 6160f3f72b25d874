import type { FieldReader } from "../field-reader.ts";

/** The API server's own rule for a list with keys. */
export function checkNamesDiffer(items: readonly FieldReader[], noun: string): void {
  const seen = new Set<string>();
  for (const item of items) {
    const name = item.text("name");
    if (name === undefined) continue;
    if (seen.has(name)) {
      item.report("", {
        code: "Duplicate",
        message: `there is a ${noun} ${name} before this one`,
        remedy: "give each a name of its own",
      });
    }
    seen.add(name);
  }
}
