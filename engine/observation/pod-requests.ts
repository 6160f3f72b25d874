import { err, ok, type Result } from "../result.ts";
import { milliUnits, nanoToMilli, nanoUnits } from "./values/quantity.ts";

type RawResourceList = Readonly<Record<string, string>>;

interface RawResources {
  readonly resources?: { readonly requests?: RawResourceList | null } | null;
}

export interface RawContainer extends RawResources {
  readonly name: string;
  readonly restartPolicy?: string | null;
}

/** The parts of a pod's spec that define its requests. */
export interface RawPodSpec extends RawResources {
  readonly containers?: readonly RawContainer[] | null;
  readonly initContainers?: readonly RawContainer[] | null;
  readonly overhead?: RawResourceList | null;
}

type ByResource = ReadonlyMap<string, bigint>;

/**
 * What a pod requests, in thousandths. An unreadable quantity counts as absent.
 *
 * podLevel    the requests of the whole pod; null: the sum over `containers` applies
 * containers  the containers that run with the pod: regular ones and restartable init containers
 */
export interface PodRequests {
  readonly podLevel: ByResource | null;
  readonly containers: readonly { readonly name: string; readonly requests: ByResource }[];
}

export function podRequests(spec: RawPodSpec): PodRequests {
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
 * Source  upstream replica_calculator.go, calculateRequests. It reads the spec, not what the
 *         kubelet has actuated; plain init containers count at pod level only.
 */
export function requestOf(
  { podLevel, containers }: PodRequests,
  resource: string,
  container: string | null,
): Result<bigint, string> {
  if (podLevel && container === null) {
    const request = podLevel.get(resource);
    return request === undefined ? err(`no request for ${resource}`) : ok(request);
  }
  let sum = 0n;
  for (const { name, requests } of containers) {
    if (container !== null && name !== container) continue;
    const request = requests.get(resource);
    if (request === undefined) return err(`no request for ${resource} in container ${name}`);
    if (name === container) return ok(request);
    sum += request;
  }
  return container === null ? ok(sum) : err(`no container ${container}`);
}

export const sameRequests = (a: PodRequests, b: PodRequests): boolean =>
  a === b ||
  (sameAmounts(a.podLevel ?? nothing, b.podLevel ?? nothing) &&
    (a.podLevel === null) === (b.podLevel === null) &&
    a.containers.length === b.containers.length &&
    a.containers.every(({ name, requests }, index) => {
      const other = b.containers[index];
      return other?.name === name && sameAmounts(requests, other.requests);
    }));

const nothing: ByResource = new Map();

const sameAmounts = (a: ByResource, b: ByResource): boolean =>
  a.size === b.size && [...a].every(([name, amount]) => b.get(name) === amount);

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

function readAll(
  list: RawResourceList,
  read: (quantity: string) => Result<bigint, string>,
): Map<string, bigint> {
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
