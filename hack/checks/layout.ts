import { dirname, join } from "node:path/posix";

export interface SourceFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

const linesOf = ({ text }: SourceFile): number => text.split("\n").length - 1;

/** What a newcomer can take in. */
export const limits = { folder: 13, file: 250, fragment: 60, product: 59_340 };

/** Short files that only one file in their folder imports, and why they stay. */
const fragments: Readonly<Record<string, string>> = {
  "capabilities/autoscaler/capability.ts": "each kind has a file with its Pepr capability",
  "capabilities/cluster-proportional-autoscaler/capability.ts":
    "each kind has a file with its Pepr capability",
  "capabilities/webhook-certificate.ts": "start.ts is the order in which parts start, and no part",
  "cli/command-line.ts": "tests run it without the process that main.ts is",
  "engine/sources/resource.ts": "each API of metrics has a file",
};

/** Everything that the operator or the command line runs. */
const product = /^(pepr\.ts|(capabilities|controller|admission|kube|engine|cli)\/.*)$/;
/** Tests are not counted; generated code is as long as what it is made from. */
const uncounted = /(\.test\.ts|\.cases\.ts|\/testing\/.*|\/generated\/.*)$/;

/** What the layout breaks, one sentence each. */
export function problemsOf(files: readonly SourceFile[]): string[] {
  const counted = files.filter(({ path }) => !uncounted.test(path));
  const own = counted.filter(({ path }) => product.test(path));
  const folders = new Map<string, number>();
  for (const { path } of counted) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const crowded = Array.from(folders, ([folder, length]) => ({ folder, length })).filter(
    ({ length }) => length > limits.folder,
  );
  const sum = own.reduce((total, file) => total + linesOf(file), 0);
  return [
    ...crowded.map(
      ({ folder, length }) =>
        `${folder}/ has ${length} source files, at most ${limits.folder}: split it by concept`,
    ),
    ...own
      .filter(file => linesOf(file) > limits.file)
      .map(file => `${file.path} has ${linesOf(file)} lines, at most ${limits.file}: split it`),
    ...(sum > limits.product
      ? [`the product has ${sum} lines, at most ${limits.product}: look for what it can do without`]
      : []),
    ...fragmentsOf(own, new Set(files.map(({ path }) => path))),
  ];
}

/**
 * Short files that one file in their folder imports, and no other: a reader opens both, or neither. A test of its
 * own and a file that would be too long are reasons to keep them apart.
 */
function fragmentsOf(own: readonly SourceFile[], paths: ReadonlySet<string>): string[] {
  const importers = new Map<string, SourceFile[]>();
  for (const file of own) {
    for (const path of importsOf(file)) {
      importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  }
  return own.flatMap(file => {
    const [importer, ...others] = importers.get(file.path) ?? [];
    const isFragment =
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer.path) === dirname(file.path) &&
      linesOf(file) < limits.fragment &&
      linesOf(file) + linesOf(importer) <= limits.file &&
      !paths.has(file.path.replace(/\.ts$/, ".test.ts")) &&
      !Object.hasOwn(fragments, file.path);
    return isFragment
      ? [
          `${file.path} has ${linesOf(file)} lines, and only ${importer.path} imports it: merge them`,
        ]
      : [];
  });
}

/** The paths of the files that a file imports, or names as the address of a worker. */
const importsOf = ({ path, text }: SourceFile): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?:from |import\(|import |new URL\(\s*)"(\.[^"]+)"/g)].map(
      ([, target = ""]) => join(dirname(path), target),
    ),
  );
