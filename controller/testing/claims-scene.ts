import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { Claim } from "../claims/named-claims.ts";
import { ClaimIndex, type Claimed } from "../claims/claim-index.ts";
import { ClaimLister } from "../claims/claim-lister.ts";
import type { Topic } from "../workqueue/subscriptions.ts";
import { type Listed, watchedLists } from "./watched-server.ts";

/** The target of most claims. */
export const web: ScaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

export const ours = { kind: "Autoscaler", isForeign: false };

/** An object that may claim targets. Its uid is its name. */
export const named = (name: string, creationTimestamp: string): KubeObject => ({
  metadata: { name, namespace: "shop", uid: name, resourceVersion: "1", creationTimestamp },
});

interface Given {
  /** The API server's lists of objects that claim targets, by the plurals of their kinds. */
  readonly lists?: Readonly<Record<string, Listed>>;
  readonly labelsOf?: ConstructorParameters<typeof ClaimIndex>[1];
}

/** The claims of the namespace shop: those that a watch has delivered, and those on the API server. */
export function claimsScene({ lists = {}, labelsOf }: Given = {}) {
  const { transport, clock, reflectors, send } = watchedLists(lists);
  const changed: Topic[] = [];
  const claims = new ClaimIndex(topic => changed.push(topic), labelsOf);
  const claimLister = new ClaimLister({ transport, clock, claims });
  /** An object appears, or changes. */
  const put = (
    name: string,
    createdAt: string,
    given: { kind?: string; claimed?: readonly Claimed[]; isForeign?: boolean } = {},
  ): void => {
    const { isForeign = false, claimed = [web] } = given;
    const { kind = isForeign ? "HorizontalPodAutoscaler" : "Autoscaler" } = given;
    const change = { key: `shop/${name}`, current: named(name, createdAt), previous: undefined };
    claims.update({ kind, isForeign }, [change], () => claimed);
  };
  const remove = (name: string, kind = "Autoscaler"): void => {
    const change = { key: `shop/${name}`, current: undefined, previous: named(name, "") };
    claims.update({ kind, isForeign: false }, [change], () => []);
  };
  /** The name of the claim that comes before that of an object. */
  const before = (name: string, ref = web) => claims.winnerOver(name, "shop", ref)?.name ?? null;
  /** The name of a claim on the API server, or why the claims cannot be read. */
  const onServer = async (choose: (all: ClaimIndex) => Claim | null) => {
    const read = await claimLister.read("shop");
    return read.ok ? (choose(read.value)?.name ?? null) : read.error.code;
  };
  return {
    ...{ transport, clock, reflectors, send, changed },
    ...{ claims, claimLister, put, remove, before, onServer },
  };
}
