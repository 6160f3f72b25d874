import { err, ok, type Result } from "../values/result.ts";
import type { AutoscalerProfile } from "../spec/profile.ts";
import { milliUnits, nanoToMilli, nanoUnits } from "../values/quantity.ts";

type RawResourceList = Readonly<Record<string, string>>;

interface RawResources {
  readonly resources?: { readonly requests?: RawResourceList | null } | null | undefined;
}

export interface RawContainer extends RawResources {
  readonly name: string;
  readonly restartPolicy?: string | null;
}

/** The parts of a pod's spec that define its requests. */
export interface RawPodSpec extends RawResources {
  readonly containers?: readonly RawContainer[] | null | undefined;
  readonly initContainers?: readonly RawContainer[] | null | undefined;
  readonly overhead?: RawResourceList | null;
}

/** What runs, as the kubelet reports it: the resources in effect, and those that the node has admitted. */
export interface RawReported extends RawResources {
  readonly name?: string;
  readonly allocatedResources?: RawResourceList | null;
}

/** The parts of a pod's status that show a resize in place. */
export interface RawPodResources extends RawReported {
  readonly containerStatuses?: readonly RawReported[] | null;
  readonly initContainerStatuses?: readonly RawReported[] | null;
}

type ByResource = ReadonlyMap<string, bigint>;

/**
 * What a pod requests, in thousandths. An unreadable quantity counts as absent.
 *
 * podLevel    the requests of the whole pod; null: the sum over `containers` applies
 * containers  the containers that run with the pod: regular ones and restartable init containers
 * running     what the pod runs with: the requests in effect, without its overhead, which no metric
 *             measures; absent: it is the same
 */
export interface PodRequests {
  readonly podLevel: ByResource | null;
  readonly containers: readonly { readonly name: string; readonly requests: ByResource }[];
  readonly running?: PodRequests;
}

export function podRequests(spec: RawPodSpec, status: RawPodResources = {}): PodRequests {
  const specified = requestsIn(spec);
  const inEffect = specInEffect(spec, status);
  return inEffect === spec ? specified : { ...specified, running: requestsIn(inEffect) };
}

/** The spec as it runs; itself if nothing differs, as in most pods. */
function specInEffect(spec: RawPodSpec, status: RawPodResources): RawPodSpec {
  const { containers, initContainers, resources, overhead } = spec;
  const inEffect = {
    containers: resized(containers, status.containerStatuses),
    initContainers: resized(initContainers, status.initContainerStatuses),
    resources: withRequests(resources, status),
  };
  const isResized =
    inEffect.containers !== containers ||
    inEffect.initContainers !== initContainers ||
    inEffect.resources !== resources;
  return isResized || (overhead && hasPodLevelRequests(spec)) ? inEffect : spec;
}

function resized(
  containers: RawPodSpec["containers"],
  statuses: RawPodResources["containerStatuses"],
): RawPodSpec["containers"] {
  const changed = containers?.map(container => {
    const status = statuses?.find(({ name }) => name === container.name) ?? {};
    const resources = withRequests(container.resources, status);
    return resources === container.resources ? container : { ...container, resources };
  });
  return changed?.some((each, index) => each !== containers?.[index]) ? changed : containers;
}

/** A request that the kubelet does not report is in effect as the spec has it. */
function withRequests(
  resources: RawResources["resources"],
  { resources: actual, allocatedResources }: RawReported,
): RawResources["resources"] {
  const reported = actual?.requests ?? allocatedResources ?? {};
  const specified = Object.entries(resources?.requests ?? {});
  const requests = specified.map(([name, quantity]) => [name, reported[name] ?? quantity] as const);
  const isSame = requests.every(([, quantity], index) => quantity === specified[index]?.[1]);
  return isSame ? resources : { requests: Object.fromEntries(requests) };
}

function requestsIn(spec: RawPodSpec): PodRequests {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? []).filter(restarts)];
  return {
    podLevel: hasPodLevelRequests(spec) ? podLevelRequests(spec) : null,
    containers: containers.map(container => ({
      name: container.name,
      requests: readAll(requestsOf(container), milliUnits),
    })),
  };
}

/**
 * What a pod, or one of its containers, requests of a resource, in thousandths.
 *
 * Errors  a sentence: a request is missing, or there is no such container.
 * Source  upstream replica_calculator.go, calculateRequests. It reads the spec, not what runs; plain
 *         init containers count at pod level only.
 */
export function requestOf(
  all: PodRequests,
  resource: string,
  container: string | null,
  of: AutoscalerProfile["requests"] = "Running",
): Result<bigint, string> {
  const { podLevel, containers } = of === "Running" ? (all.running ?? all) : all;
  if (podLevel && container === null) {
    const request = podLevel.get(resource);
    return request === undefined ? err(`no request for ${resource}`) : ok(request);
  }
  const asked = container === null ? containers : containers.filter(one => one.name === container);
  if (container !== null && asked.length === 0) return err(`no container ${container}`);
  let sum = 0n;
  for (const { name, requests } of asked) {
    const request = requests.get(resource);
    if (request === undefined) return err(`no request for ${resource} in container ${name}`);
    sum += request;
  }
  return ok(sum);
}

const restarts = ({ restartPolicy }: RawContainer): boolean => restartPolicy === "Always";

const requestsOf = ({ resources }: RawResources): RawResourceList => resources?.requests ?? {};

const isPodLevelResource = (name: string): boolean =>
  name === "cpu" || name === "memory" || name.startsWith("hugepages-");

const hasPodLevelRequests = (spec: RawPodSpec): boolean =>
  Object.keys(requestsOf(spec)).some(isPodLevelResource);

/**
 * The pod's own requests (for other resources, those of its containers) plus its overhead.
 *
 * Source  component-helpers resource/helpers.go, PodRequests.
 */
function podLevelRequests(spec: RawPodSpec): ByResource {
  const total = containerRequests(spec);
  for (const [name, nano] of readAll(requestsOf(spec), nanoUnits)) {
    if (isPodLevelResource(name)) total.set(name, nano);
  }
  addAll(total, readAll(spec.overhead ?? {}, nanoUnits));
  return new Map([...total].map(([name, nano]) => [name, nanoToMilli(nano)]));
}

/**
 * The pod's peak request, in billionths: all running containers together, or at startup a plain
 * init container together with the restartable ones before it.
 *
 * Source  component-helpers resource/helpers.go, AggregateContainerRequests.
 */
function containerRequests(spec: RawPodSpec): Map<string, bigint> {
  const total = new Map<string, bigint>();
  for (const container of spec.containers ?? []) {
    addAll(total, readAll(requestsOf(container), nanoUnits));
  }
  const restartable = new Map<string, bigint>();
  const starting = new Map<string, bigint>();
  for (const container of spec.initContainers ?? []) {
    const requests = readAll(requestsOf(container), nanoUnits);
    if (restarts(container)) {
      addAll(total, requests);
      addAll(restartable, requests);
      raiseAll(starting, restartable);
    } else {
      addAll(requests, restartable);
      raiseAll(starting, requests);
    }
  }
  raiseAll(total, starting);
  return total;
}

function readAll(list: RawResourceList, read: (quantity: string) => Result<bigint, string>) {
  const amounts = new Map<string, bigint>();
  for (const [name, quantity] of Object.entries(list)) {
    const amount = read(quantity);
    if (amount.ok) amounts.set(name, amount.value);
  }
  return amounts;
}

function addAll(sums: Map<string, bigint>, amounts: ByResource): void {
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0n) + amount);
}

function raiseAll(maxima: Map<string, bigint>, amounts: ByResource): void {
  for (const [name, amount] of amounts) {
    const before = maxima.get(name);
    if (before === undefined || amount > before) maxima.set(name, amount);
  }
}
