/** What the scheduler knows of a lane. */
export interface Claim {
  readonly name: string;
  /** The most clusters that it holds at a time. */
  readonly clusters: number;
  /** It keeps the cores busy; other lanes wait most of the time. */
  readonly computes: boolean;
}

/** How long a lane or a file took in the recorded run; undefined if it is new. */
export type Seconds = (name: string) => number | undefined;

/** Two cores carry two clusters, and one lane that computes. */
const capacity = { clusters: 2, computing: 1 };

/**
 * The lanes to start now. Those that need most clusters come first: as long as others hold one, they
 * would wait. Then the longest, so that the last ones are short and end at about the same time. Lanes
 * that compute keep that order, also while the next one waits for a cluster.
 */
export function lanesToStart<Lane extends Claim>(
  waiting: readonly Lane[],
  running: readonly Claim[],
  seconds: Seconds,
): Lane[] {
  const started: Lane[] = [];
  const longestFirst = slowFirst(waiting, ({ name }) => seconds(name));
  const ordered = longestFirst.toSorted((a, b) => b.clusters - a.clusters);
  const nextToCompute = ordered.find(({ computes }) => computes);
  for (const lane of ordered) {
    const isNext = !lane.computes || lane === nextToCompute;
    if (isNext && fits([...running, ...started, lane])) started.push(lane);
  }
  return started;
}

function fits(claims: readonly Claim[]): boolean {
  const clusters = claims.reduce((sum, claim) => sum + claim.clusters, 0);
  const computing = claims.filter(({ computes }) => computes).length;
  return clusters <= capacity.clusters && computing <= capacity.computing;
}

/** Runs every lane, as soon as it fits next to those that run. The outcomes are in the lanes' order. */
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

/** Shares files out, the longest first, each to the group with the least to do. */
export function share(files: readonly string[], groups: number, seconds: Seconds): string[][] {
  const shares = Array.from({ length: groups }, () => ({ files: [] as string[], seconds: 0 }));
  // A new file may be long: it counts as much as the longest one.
  const longest = Math.max(1, ...files.map(file => seconds(file) ?? 0));
  for (const file of slowFirst(files, seconds)) {
    const least = shares.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += seconds(file) ?? longest;
  }
  return shares.map(({ files }) => files);
}

/** The longest first, and before them what has no recorded duration. */
export function slowFirst<Item>(
  items: readonly Item[],
  seconds: (item: Item) => number | undefined,
): Item[] {
  const of = (item: Item) => seconds(item) ?? Number.MAX_VALUE;
  return items.toSorted((a, b) => of(b) - of(a));
}
