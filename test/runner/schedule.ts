/** The scheduling data of a lane. */
export interface Claim {
  readonly name: string;
  /** Maximum number of clusters that it uses at a time. */
  readonly clusters: number;
  /** Whether it keeps the cores busy or mostly waits; default: some of both. */
  readonly load?: keyof typeof ranks;
}

/** Duration of a lane or a file in the recorded run; undefined if it is new. */
export type Seconds = (name: string) => number | undefined;

const ranks = { busy: 2, idle: 1 };

/** The limit for two cores. */
const mostClusters = 2;

/**
 * The lanes to start now. Those that need the most clusters come first: they would wait as long as others use one.
 * Then one that keeps the cores busy, and one that waits. Then the longest, so that the last ones are short and end at
 * about the same time.
 */
export function lanesToStart<Lane extends Claim>(
  waiting: readonly Lane[],
  running: readonly Claim[],
  seconds: Seconds,
): Lane[] {
  const started: Lane[] = [];
  const longestFirst = slowFirst(waiting, ({ name }) => seconds(name));
  const rank = ({ load }: Claim) => (load ? ranks[load] : 0);
  const ordered = longestFirst.toSorted((a, b) => b.clusters - a.clusters || rank(b) - rank(a));
  for (const lane of ordered) {
    if (clustersOf([...running, ...started, lane]) <= mostClusters) started.push(lane);
  }
  return started;
}

const clustersOf = (claims: readonly Claim[]): number =>
  claims.reduce((sum, { clusters }) => sum + clusters, 0);

/** Runs every lane as soon as enough clusters are free. Returns the outcomes in the order of the lanes. */
export async function runLanes<Lane extends Claim, Outcome>(
  lanes: readonly Lane[],
  seconds: Seconds,
  run: (lane: Lane) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = new Set(lanes);
  const running = new Map<Lane, Promise<Outcome>>();
  const outcomes = new Map<Lane, Outcome>();
  while (outcomes.size < lanes.length) {
    for (const lane of lanesToStart([...waiting], [...running.keys()], seconds)) {
      waiting.delete(lane);
      running.set(lane, run(lane));
    }
    const [lane, outcome] = await Promise.race(
      [...running].map(async ([lane, ends]) => [lane, await ends] as const),
    );
    running.delete(lane);
    outcomes.set(lane, outcome);
  }
  return lanes.map(lane => outcomes.get(lane)!);
}

/**
 * Distributes files, the longest first, each to the group with the shortest total duration. There is a group
 * for each of `others`: the seconds of what else runs in its place.
 */
export function share(
  files: readonly string[],
  others: readonly number[],
  seconds: Seconds,
): string[][] {
  const shares = others.map(other => ({ files: [] as string[], seconds: other }));
  // A new file may be long: it counts as much as the longest one.
  const longest = Math.max(1, ...files.map(file => seconds(file) ?? 0));
  for (const file of slowFirst(files, seconds)) {
    const least = shares.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += seconds(file) ?? longest;
  }
  return shares.map(({ files }) => files);
}

/** Items without a recorded duration first, then the longest first. */
export function slowFirst<Item>(
  items: readonly Item[],
  seconds: (item: Item) => number | undefined,
): Item[] {
  const of = (item: Item) => seconds(item) ?? Number.MAX_VALUE;
  return items.toSorted((a, b) => of(b) - of(a));
}
