import type { ClusterProportionalAutoscalerStatus } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";

type Status = ClusterProportionalAutoscalerStatus;
type Answer = Result<unknown, KubeError>;

interface PatchStep {
  readonly op: string;
  readonly path: string;
  readonly value: unknown;
}

/** The request body of a scale to 0, applied with the target's version. */
interface AppliedScale {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
}

/** The pod selector of every target. */
const selector = "app=web";

/** The failure of a request: before it takes effect, or (`late`) afterwards. */
export interface Fault {
  readonly code: KubeErrorCode;
  readonly late?: boolean;
}

/**
 * The part of a cluster that one pass touches: one of our objects with its status, and its targets.
 * `before` is called with every request and may change the world or make the request fail.
 */
export class World {
  readonly object = {
    uid: "o-1",
    generation: 1,
    version: 1,
    status: undefined as Status | undefined,
  };
  readonly targets = new Map<string, { uid: string; version: number; replicas: number }>();
  /** Every write that took effect, in order. */
  readonly log: string[] = [];
  before: (request: KubeRequest) => Fault | null = () => null;
  #version = 100;

  /** Creates a target, or replaces one of the same name. */
  create(name: string, replicas: number): void {
    this.#version += 1;
    this.targets.set(name, { uid: `${name}-${this.#version}`, version: this.#version, replicas });
  }

  /** A user's edit of our object. */
  editObject(): void {
    this.object.generation += 1;
    this.object.version += 1;
  }

  /** Another client's edit of a target. */
  edit(name: string, replicas: number): void {
    const target = this.targets.get(name);
    if (!target) throw new Error(`no target ${name}`);
    this.#version += 1;
    Object.assign(target, { replicas, version: this.#version });
  }

  /** A target as a cache or a GET would show it. */
  state(name: string): ScaleState | undefined {
    const target = this.targets.get(name);
    if (!target) return undefined;
    const { uid, version, replicas } = target;
    return { uid, resourceVersion: String(version), replicas, statusReplicas: replicas, selector };
  }

  readonly answer = (request: KubeRequest): Answer => {
    const fault = this.before(request);
    if (fault && fault.late !== true) return failure(fault.code);
    const answer = this.#apply(request);
    return fault ? failure(fault.code) : answer;
  };

  #apply({ method, path, body }: KubeRequest): Answer {
    if (path.endsWith("/events")) {
      this.log.push(`event ${(body as { reason: string }).reason}`);
      return ok({});
    }
    if (method !== "PATCH") return failure("BadRequest");
    if (path.endsWith("/status")) return this.#writeStatus(body as PatchStep[]);
    if (path.includes("/events/")) {
      this.log.push("event again");
      return ok({});
    }
    if (path.includes("/pods/")) {
      this.log.push(`${Array.isArray(body) ? "clear" : "mark"} ${path.split("/").at(-1) ?? ""}`);
      return ok({});
    }
    const name = path.split("/").at(-2) ?? "";
    return Array.isArray(body)
      ? this.#scale(name, body as PatchStep[])
      : this.#applyZero(name, body as AppliedScale);
  }

  #writeStatus(steps: readonly PatchStep[]): Answer {
    const { uid, version } = this.object;
    const actual = { "/metadata/uid": uid, "/metadata/resourceVersion": String(version) };
    if (!holds(steps, actual)) return failure("Invalid");
    this.object.version += 1;
    // As JSON, which is what the next process reads.
    const status = JSON.parse(JSON.stringify(steps.at(-1)?.value)) as Status;
    this.object.status = status;
    const pending = (status.targets ?? []).flatMap(({ ref, history }) =>
      history?.pending ? [`${ref.name} ${history.pending.from}->${history.pending.to}`] : [],
    );
    this.log.push(pending.length > 0 ? `status, pending ${pending.join(", ")}` : "status");
    return ok({ metadata: { uid, resourceVersion: String(this.object.version) } });
  }

  #applyZero(name: string, { metadata }: AppliedScale): Answer {
    const target = this.targets.get(name);
    if (!target) return failure("NotFound");
    const { uid, version, replicas } = target;
    if (metadata.uid !== uid || metadata.resourceVersion !== String(version)) {
      return failure("Conflict");
    }
    this.edit(name, 0);
    this.log.push(`scale ${name} ${replicas}->0`);
    return ok({ metadata: { uid, resourceVersion: String(target.version) }, spec: {} });
  }

  #scale(name: string, steps: readonly PatchStep[]): Answer {
    const target = this.targets.get(name);
    if (!target) return failure("NotFound");
    const { uid, replicas } = target;
    const spec = replicas === 0 ? {} : { replicas };
    const actual = { "/metadata/uid": uid, "/spec/replicas": spec.replicas, "/spec": spec };
    if (!holds(steps, actual)) return failure("Invalid");
    const to = Number(steps.at(-1)?.value);
    this.edit(name, to);
    this.log.push(`scale ${name} ${replicas}->${to}`);
    return ok({
      metadata: { uid, resourceVersion: String(target.version) },
      spec: { replicas: to },
    });
  }
}

const holds = (steps: readonly PatchStep[], actual: Readonly<Record<string, unknown>>): boolean =>
  steps
    .filter(({ op }) => op === "test")
    .every(({ path, value }) => JSON.stringify(actual[path]) === JSON.stringify(value));

const failure = (code: KubeErrorCode): Answer =>
  err(kubeError(code, { request: "PATCH", message: `${code} by the test` }));
