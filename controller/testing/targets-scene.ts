import { ok } from "../../engine/model/values/result.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { failure } from "../../kube/testing/failure.ts";
import { SelectedTargets } from "../targets/selected-targets.ts";
import { TargetReader } from "../targets/target-reader.ts";
import type { Topic } from "../workqueue/subscriptions.ts";
import { type Answer, watchedServer } from "./watched-server.ts";

/** The API server's answers, which the test may replace. */
export interface TargetAnswers {
  deployments: () => Answer;
  gadgets: () => Answer;
  /** The scale of any object. */
  scale: () => Answer;
}

export const listed = (...items: object[]) => ok({ metadata: { resourceVersion: "5" }, items });

export const scaled = (uid: string, resourceVersion: string, replicas: number) =>
  ok({ metadata: { uid, resourceVersion }, spec: { replicas } });

const resources = (plural: string, kind: string) =>
  ok({
    resources: [
      { name: plural, kind, namespaced: true },
      { name: `${plural}/scale`, kind: "Scale", namespaced: true },
      { name: "flats", kind: "Flat", namespaced: true },
      { name: "worlds", kind: "World", namespaced: false },
      { name: "worlds/scale", kind: "Scale", namespaced: false },
    ],
  });

/**
 * The readers of targets, and a server with groups that have a scalable kind each: Deployment and
 * ReplicationController, which are built in, and Gadget. Flat, in each group, has no scale, and World no namespace.
 *
 * @param watched kinds that the installation may watch, such as gadgets.example.dev
 */
export function targetsScene(play: TargetAnswers, watched: readonly string[] = []) {
  const server = watchedServer(({ path }) => {
    if (path === "/api/v1") return resources("replicationcontrollers", "ReplicationController");
    if (path === "/apis/apps/v1") return resources("deployments", "Deployment");
    if (path === "/apis/example.dev/v1") return resources("gadgets", "Gadget");
    if (path.endsWith("/scale")) return play.scale();
    if (path === "/apis/example.dev/v1/gadgets") return play.gadgets();
    return path === "/apis/apps/v1/deployments" ? play.deployments() : failure("NotFound");
  });
  const { transport, clock, reflectors } = server;
  const changed: Topic[] = [];
  const discovery = new Discovery(transport, clock);
  const targets = new TargetReader({
    ...{ transport, discovery, reflectors, watched },
    onChange: topic => changed.push(topic),
  });
  const { caches } = targets;
  const pools = new SelectedTargets({ transport, discovery, caches, isLasting: true });
  /** The requests of scales. */
  const asked = () =>
    transport.requests.map(({ path }) => path).filter(path => path.endsWith("/scale"));
  return { ...server, play, changed, targets, caches, pools, asked };
}
