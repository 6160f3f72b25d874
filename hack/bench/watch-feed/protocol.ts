// The messages between the bench and a variant's process.

export interface Delivery {
  /** The number in the object's annotation, which identifies the update. */
  readonly sequence: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly at: number;
}

/** The state of a process. Stalls count from the previous snapshot. */
export interface Snapshot {
  /** The longest delay of a 2 ms timer. */
  readonly stallMs: number;
  /** The most CPU time between two turns of that timer, which other processes cannot extend. */
  readonly stallCpuMs: number;
  /** The same as `stallMs`, from Node's own histogram. */
  readonly histogramMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly peakRssMb: number;
  /** Without the garbage collection of this snapshot, and with it: where the next one begins. */
  readonly cpuMs: number;
  readonly cpuAfterMs: number;
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

/** The objects that the bench creates, and the only annotation that it changes. */
export const kind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "ClusterProportionalAutoscaler",
  plural: "clusterproportionalautoscalers",
} as const;
export const collection = `/apis/${kind.group}/${kind.version}/${kind.plural}`;
export const namespace = "bench";
export const sequenceAnnotation = "bench.trimtab.dev/sequence";
/** For a variant's process: the total number of keys. */
export const expectedKeys = "TRIMTAB_BENCH_KEYS";

export const now = (): number => performance.timeOrigin + performance.now();
