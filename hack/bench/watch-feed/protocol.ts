// What the bench and a variant's process say to each other.

export interface Delivery {
  /** The number in the object's annotation: which update this is. */
  readonly sequence: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly at: number;
}

/** How a process is doing. Stalls count from the snapshot before. */
export interface Snapshot {
  /** The longest time that a 2 ms timer was late. */
  readonly stallMs: number;
  /** The same, as Node's own histogram has it. */
  readonly histogramMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly peakRssMb: number;
  readonly cpuMs: number;
  /** Since the start of the process; undefined before. */
  readonly firstKeyMs: number | undefined;
  readonly allKeysMs: number | undefined;
  /** Calls of the bindings. */
  readonly changed: number;
  readonly deleted: number;
  readonly lists: number;
  readonly watches: number;
  readonly receivedMb: number;
}

export type Report =
  | { readonly type: "complete" }
  | { readonly type: "delivery"; readonly delivery: Delivery }
  | { readonly type: "snapshot"; readonly snapshot: Snapshot };

/** The objects that the bench creates, and the one annotation that it changes. */
export const kind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "ClusterProportionalAutoscaler",
  plural: "clusterproportionalautoscalers",
} as const;
export const collection = `/apis/${kind.group}/${kind.version}/${kind.plural}`;
export const namespace = "bench";
export const sequenceAnnotation = "bench.trimtab.dev/sequence";
/** For a variant's process: how many keys are all of them. */
export const expectedKeys = "TRIMTAB_BENCH_KEYS";

export const now = (): number => performance.timeOrigin + performance.now();
