import { stringify } from "yaml";

import { listed } from "../../../engine/model/values/short-text.ts";
import { groupOf } from "../../../kube/watch/object.ts";
import { cleanText } from "../../terminal/printable.ts";
import { isArgo } from "../inventory/workloads.ts";
import type { FleetObject } from "../model/inventory.ts";
import { error, type Rule, warning } from "./rule.ts";
import { someOf, targetText } from "./subject.ts";

/** Two autoscalers of one target undo each other's decisions. */
export const twoWriters: Rule = {
  name: "TwoWriters",
  check({ object }, { fleet }) {
    const rivals = fleet.rivalsOf(object);
    if (rivals.length === 0) return [];
    const all = someOf([object, ...rivals].map(({ kind, name }) => `${kind} ${name}`));
    return [
      error(
        `${targetText(object)} has several autoscalers, which undo each other's changes: ${all}`,
        "keep one of them, with the metrics of all, and delete the others",
      ),
    ];
  },
};

/** The HPA's own writes, and those of people, which nothing repeats. */
const once =
  /^(kube-controller-manager|trimtab|keda(-operator)?|kubectl-(create|edit|patch|scale|rollout|set|run|autoscale|annotate|label))$/;

const flux = /^(kustomize|helm)-controller$/;

/** What deploys the target writes its count, too, and takes back what the HPA has decided. */
export const replicasOwned: Rule = {
  name: "ReplicasOwned",
  check({ object, workload }) {
    const managers = (workload?.replicasManagers ?? []).filter(manager => !once.test(manager));
    if (workload === null || managers.length === 0) return [];
    const isOfArgo = managers.some(isArgo);
    const names = cleanText(listed(managers, "and"));
    const now = workload.replicas === null ? "" : `, now ${workload.replicas},`;
    const source = managers.some(manager => flux.test(manager))
      ? "the manifest that Flux applies, in Git"
      : "the manifest";
    const ignore = isOfArgo ? ", or let the Argo CD Application ignore the field" : "";
    const remark = warning(
      `${names} also writes spec.replicas${now} of ${targetText(object)}, and resets it when it applies the manifest next`,
      `remove spec.replicas from ${source} of ${targetText(object)}${ignore}`,
    );
    return [isOfArgo ? { ...remark, snippet: ignoreDifferences(object) } : remark];
  },
};

/** For the spec of an Application. */
const ignoreDifferences = ({ namespace, target }: FleetObject): string =>
  stringify({
    ignoreDifferences: [
      {
        ...{ group: groupOf(target.apiVersion), kind: target.kind, name: target.name, namespace },
        jsonPointers: ["/spec/replicas"],
      },
    ],
    syncPolicy: { syncOptions: ["RespectIgnoreDifferences=true"] },
  });
