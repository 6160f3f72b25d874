/** A running pod, as far as it decides what it uses. */
export interface UsedPod {
  readonly namespace: string;
  readonly name: string;
  /** Of its label `app`. */
  readonly app: string;
  /** How many pods with a sample that Deployment has: a load is shared by them. */
  readonly siblings: number;
}

/** Thousandths of a core; null: no sample of this pod. */
export type UsageOf = (pod: UsedPod) => number | null;

/**
 * What is answered instead: an HTTP status; 0: nothing, ever; an object: that, as if all was well;
 * null: goes on as if nothing was.
 */
export type MetricsFault = () => Instead | Promise<Instead>;
type Instead = number | object | null;

/** What a test decides, and what it may look at. */
export interface MetricsAnswers {
  usageOf: UsageOf;
  /** Null: none. Discovery goes on being answered, so that the API stays available. */
  fault: MetricsFault | null;
  /** Seconds that samples are old when they are told. */
  sampleAgeSeconds: number;
  /** Lists of pods that were asked for so far. */
  lists: number;
}

export interface RunningPod {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec?: { readonly containers?: readonly { readonly name: string }[] };
  readonly status?: { readonly phase?: string };
}

/** What runs, as metrics-server would tell it. */
export function podMetricsList(
  pods: readonly RunningPod[],
  { usageOf, sampleAgeSeconds }: Pick<MetricsAnswers, "usageOf" | "sampleAgeSeconds">,
): object {
  const running = pods.filter(
    ({ metadata, status }) => status?.phase === "Running" && !metadata?.deletionTimestamp,
  );
  const timestamp = new Date(Date.now() - sampleAgeSeconds * 1000).toISOString();
  const appOf = ({ metadata }: RunningPod): string => metadata?.labels?.["app"] ?? "";
  const items = running.flatMap(pod => {
    const { namespace = "", name = "" } = pod.metadata ?? {};
    const app = appOf(pod);
    const siblings = running.filter(other => appOf(other) === app).length;
    const milli = usageOf({ namespace, name, app, siblings });
    if (milli === null) return [];
    const containers = pod.spec?.containers ?? [];
    const cpu = `${Math.round((milli / containers.length) * 1_000_000)}n`;
    const usage = { cpu, memory: "10Mi" };
    return [
      {
        metadata: { namespace, name },
        timestamp,
        window: "1s",
        containers: containers.map(({ name: container }) => ({ name: container, usage })),
      },
    ];
  });
  return { kind: "PodMetricsList", apiVersion: "metrics.k8s.io/v1beta1", metadata: {}, items };
}
