import { dirname } from "node:path";

export interface SourceFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly lines: number;
}

/** What a newcomer can take in. */
export const limits = { folder: 13, file: 250, median: 80, product: 52_000 };

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
  const sizes = own.map(({ lines }) => lines).sort((a, b) => a - b);
  const sum = sizes.reduce((total, lines) => total + lines, 0);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return [
    ...crowded.map(
      ({ folder, length }) =>
        `${folder}/ has ${length} source files, at most ${limits.folder}: split it by concept`,
    ),
    ...own
      .filter(({ lines }) => lines > limits.file)
      .map(({ path, lines }) => `${path} has ${lines} lines, at most ${limits.file}: split it`),
    ...(sum > limits.product
      ? [`the product has ${sum} lines, at most ${limits.product}: look for what it can do without`]
      : []),
    ...(median > limits.median ? [`half of the files have more than ${limits.median} lines`] : []),
  ];
}
