import { basename, dirname, resolve } from "node:path";

import { isMap, parseDocument } from "yaml";

import { type Fields, isFields, listOf } from "../../engine/model/values/json-values.ts";
import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { group } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";
import { placeText } from "../validate/findings.ts";
import type { Found } from "./convert-text.ts";
import { fieldText } from "./conversion.ts";

export type Patches = ReturnType<typeof patchesIn>;

/** The new kind of each kind that is converted. */
export type NewKinds = ReadonlyMap<string, string>;

/** What names the old kind in kustomizations and in Applications of Argo CD, and would no longer match. */
export function patchesIn(all: readonly Found[], kinds: NewKinds) {
  /** Files that a kustomization uses as patches: they contain parts of objects. */
  const files = new Set(all.flatMap(patchFilesOf));
  /** Sentences about what names a kind that is converted, with the replacement. */
  const notes = all.flatMap(({ raw, place }) => {
    const own = kinds.get(cleanText(raw["kind"]));
    const targets = targetsIn(raw, []).flatMap(([path, { kind, version }]) => {
      const successor = kinds.get(cleanText(kind));
      const served = version === undefined ? "" : ", version: v1alpha1";
      return successor === undefined
        ? []
        : `${placeText(place)}: ${fieldText(path)} no longer matches: write group: ${group}${served}, kind: ${successor}`;
    });
    if (own === undefined || !files.has(resolve(place.file))) return targets;
    const name = `${cleanText(raw["kind"])} ${cleanText(valueAt(raw, ["metadata", "name"]))}`;
    return `${placeText(place)}: a patch of ${name} is not converted; write apiVersion: ${group}/v1alpha1 and kind: ${own}, and the fields of the converted object`;
  });
  return { notes, files };
}

const lists = [
  ...["patches", "patchesJson6902", "patchesStrategicMerge"],
  ...["ignoreDifferences", "replacements"],
];

/** Selectors of a kind: `target` of a patch, an inline patch, an entry of ignoreDifferences or of replacements. */
function targetsIn(value: unknown, path: Path): [Path, Fields][] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, field]): [Path, Fields][] => {
    const at = [...path, key];
    if (!lists.includes(key) || !Array.isArray(field)) return targetsIn(field, at);
    return field.flatMap((entry: unknown, index): [Path, Fields][] => {
      const own = [...at, String(index)];
      if (!isFields(entry)) return [[own, kindIn(entry)]];
      if (key === "ignoreDifferences") return [[own, entry]];
      if (key === "replacements") return replacedIn(entry, own);
      const { target, patch } = entry;
      if (isFields(target)) return [[[...own, "target"], target]];
      return [[[...own, "patch"], kindIn(patch)]];
    });
  });
}

function replacedIn({ source, targets }: Fields, path: Path): [Path, Fields][] {
  const selected = listOf(targets).map((target, index): [Path, unknown] => [
    [...path, "targets", String(index), "select"],
    valueAt(target, ["select"]),
  ]);
  const all: [Path, unknown][] = [[[...path, "source"], source], ...selected];
  return all.flatMap(([at, value]) => (isFields(value) ? [[at, value]] : []));
}

/** Of an inline patch, in YAML or JSON. */
function kindIn(patch: unknown): Fields {
  const document = parseDocument(String(patch));
  const isObject = document.errors.length === 0 && isMap(document.contents);
  return isObject ? { kind: document.get("kind") } : {};
}

function patchFilesOf({ raw, place: { file } }: Found): string[] {
  if (!/^kustomization\.ya?ml$/i.test(basename(file)) && raw["kind"] !== "Kustomization") return [];
  return ["patchesStrategicMerge", "patches"]
    .flatMap((key): unknown => raw[key] ?? [])
    .map(entry => (isFields(entry) ? entry["path"] : entry))
    .filter(path => typeof path === "string")
    .map(path => resolve(dirname(file), path));
}
