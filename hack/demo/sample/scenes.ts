import { mustRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createNodes, deleteNodes } from "../../cluster/nodes.ts";
import type { Sample } from "./catalogue.ts";
import type { Feed } from "./feed.ts";
import type { MetricSpec } from "../../../crds/generated/autoscaler.ts";
import { countOf, isSelected, pathOf, scaleByHand, type Workload } from "./workloads.ts";

/** The objects that a scene can use. */
export interface Props {
  readonly cluster: Cluster;
  readonly sample: Sample;
  readonly workloads: readonly Workload[];
  /** One for each Autoscaler. */
  readonly feeds: readonly Feed[];
}

/** One event and its time, as a share of the demonstration's length. */
export interface SampleScene {
  readonly at: number;
  readonly told: string;
  /** True if it changes sizes itself, without a decision of an autoscaler. */
  readonly byHand?: true;
  readonly play: (props: Props) => unknown;
}

const manyNodes = 50;
const nodePrefix = "more-";
/** Any tool can use this annotation to announce that it changes a workload. */
const rolloutAnnotation = "autoscaling.trimtab.dev/rollout";

/** Scenes that trigger everything in a sample's spec. */
export function scenesFor({ scalers }: Sample): SampleScene[] {
  const hasLoad = scalers.some(({ kind }) => kind === "Autoscaler");
  const hasNodes = scalers.some(({ kind }) => kind !== "Autoscaler");
  const holds = scalers.some(({ spec }) => spec.rollout?.scaleDown === "Hold");
  const isGated = scalers.some(({ spec }) => spec.healthGate !== undefined);
  const fallsBack = scalers.some(({ spec }) => (spec.metrics ?? []).some(hasFallback));
  const isScheduled = scalers.some(({ spec }) => spec.schedules !== undefined);
  const selects = scalers.some(({ spec }) => spec.targetSelector !== undefined);
  const scenes = [
    ...(hasLoad ? loadScenes : []),
    ...(hasNodes ? nodeScenes : []),
    ...(holds ? rolloutScenes : []),
    ...(isGated ? crashScenes : []),
    ...(selects ? switchScenes : []),
    ...(fallsBack ? outageScenes : []),
    ...(isScheduled ? scheduleScenes : []),
  ];
  return scenes.sort((a, b) => a.at - b.at);
}

/** The first samples of cpu and memory take half a minute. */
const loadScenes: readonly SampleScene[] = [
  {
    at: 0.2,
    told: "there is three times as much to do",
    play: ({ feeds }) => {
      for (const feed of feeds) feed.level = "much";
    },
  },
  {
    at: 0.55,
    told: "there is little to do",
    play: ({ feeds }) => {
      for (const feed of feeds) feed.level = "little";
    },
  },
];

const hasFallback = ({ fallback }: MetricSpec): boolean => fallback !== undefined;

/** While there is much to do. */
const outageScenes: readonly SampleScene[] = [
  {
    at: 0.24,
    told: "the metrics APIs fail",
    play: ({ feeds }) => Promise.all(feeds.map(feed => feed.fail(true))),
  },
  {
    at: 0.53,
    told: "they answer again",
    play: ({ feeds }) => Promise.all(feeds.map(feed => feed.fail(false))),
  },
];

const nodeScenes: readonly SampleScene[] = [
  {
    at: 0.1,
    told: `${manyNodes} nodes join, 8 cores each`,
    play: ({ cluster, sample }) =>
      createNodes(cluster, {
        ...{ prefix: nodePrefix, count: manyNodes, cpu: "8", memory: "64Gi" },
        extended: extendedIn(sample),
      }),
  },
  {
    at: 0.45,
    told: "they leave again",
    play: ({ cluster }) =>
      deleteNodes(
        cluster,
        Array.from({ length: manyNodes }, (_, index) => `${nodePrefix}${index}`),
      ),
  },
];

/** Two of each extended resource that the sample counts, such as GPUs. */
export function extendedIn({ scalers }: Pick<Sample, "scalers">): Record<string, string> {
  const names = scalers.flatMap(({ spec: { linear, ladder } }) =>
    [...(linear?.resourcesPerReplica ?? []), ...(ladder?.resourcesToReplicas ?? [])].map(
      ({ name }) => name,
    ),
  );
  return Object.fromEntries(names.filter(name => name.includes("/")).map(name => [name, "2"]));
}

const rolloutScenes: readonly SampleScene[] = [
  {
    at: 0.53,
    told: "a tool says that it is rolling out a new version",
    play: props => annotate(props, "InProgress"),
  },
  { at: 0.8, told: "that is done", play: props => annotate(props, null) },
];

/** Around the rise of the load: it is followed once the pods run. */
const crashScenes: readonly SampleScene[] = [
  {
    at: 0.1,
    told: "all pods crash",
    play: props => setPods(props, "False", { waiting: { reason: "CrashLoopBackOff" } }),
  },
  {
    at: 0.45,
    told: "they run again",
    play: props => setPods(props, "True", { running: { startedAt: null } }),
  },
];

interface PodStatus {
  readonly startTime?: string;
  readonly conditions?: readonly { readonly type: string }[];
}

/** All pods of the first workload, as if they had been so since their start. */
async function setPods({ cluster, workloads: [workload] }: Props, ready: string, state: object) {
  if (!workload) return;
  const { namespace } = workload.metadata;
  const { items = [] } = await mustRequest(cluster, "GET", `/api/v1/namespaces/${namespace}/pods`);
  const container = { name: "main", image: "example.invalid/main:1", imageID: "" };
  const statuses = [{ ...container, ready: ready === "True", restartCount: 3, state }];
  for (const { metadata, status: before } of items) {
    const { startTime, conditions = [] } = (before ?? {}) as PodStatus;
    const others = conditions.filter(({ type }) => type !== "Ready");
    const readiness = { type: "Ready", status: ready, lastTransitionTime: startTime };
    const status = { conditions: [...others, readiness], containerStatuses: statuses };
    const path = `/api/v1/namespaces/${namespace}/pods/${metadata?.name ?? ""}/status`;
    await mustRequest(cluster, "PATCH", path, { status });
  }
}

/** Between the rise and the fall of the load: the switch causes neither. */
const switchScenes: readonly SampleScene[] = [
  {
    at: 0.4,
    told: "a new version is started next to the previous one, with as many pods",
    byHand: true,
    play: async props => {
      const [before, next] = await versionsOf(props);
      if (before && next) await scaleByHand(props.cluster, next.workload, before.replicas);
    },
  },
  {
    at: 0.47,
    told: "the one before ends",
    byHand: true,
    play: async props => {
      const [before, next] = await versionsOf(props);
      if (before && next) await scaleByHand(props.cluster, before.workload, 0);
    },
  },
];

/** The workloads that a selector matches: the first and the last version, in the sample's order. */
async function versionsOf({ cluster, sample, workloads }: Props) {
  const selectors = sample.scalers.flatMap(({ spec }) => spec.targetSelector ?? []);
  const selected = workloads.filter(workload =>
    selectors.some(selector => isSelected(workload, selector)),
  );
  return Promise.all(
    [selected.at(0), selected.at(-1)].map(
      async workload => workload && { workload, replicas: await countOf(cluster, workload) },
    ),
  );
}

const annotate = ({ cluster, workloads }: Props, value: string | null) =>
  Promise.all(
    workloads.map(workload => {
      const metadata = { annotations: { [rolloutAnnotation]: value } };
      return mustRequest(cluster, "PATCH", pathOf(workload), { metadata });
    }),
  );

const minuteMs = 60_000;

/** A demonstration does not last until the windows of a sample, so the first one is moved. */
const scheduleScenes: readonly SampleScene[] = [
  {
    at: 0.05,
    told: "the first schedule is moved to the next full minute, for two minutes",
    play: props => Promise.all(props.sample.scalers.map(scaler => moveFirst(props, scaler))),
  },
];

async function moveFirst(
  { cluster }: Props,
  { apiVersion, metadata, spec }: Props["sample"]["scalers"][number],
): Promise<void> {
  const path = `/apis/${apiVersion}/namespaces/${metadata.namespace}/autoscalers/${metadata.name}`;
  const schedules = spec.schedules?.map((schedule, index) => {
    if (index > 0) return schedule;
    const start = Math.ceil(Date.now() / minuteMs) * minuteMs;
    const [begins, ends] = [start, start + 2 * minuteMs].map(cronAt);
    return { ...schedule, timeZone: "Etc/UTC", start: begins, end: ends };
  });
  if (schedules) await mustRequest(cluster, "PATCH", path, { spec: { schedules } });
}

/** Every day at this minute. */
function cronAt(time: number): string {
  const date = new Date(time);
  return `${date.getUTCMinutes()} ${date.getUTCHours()} * * *`;
}
