import { formatNumber } from "../../report/model/format.ts";
import type { ObjectRef } from "./inventory.ts";
import type { FleetReport } from "./report.ts";

/** For people, who know what a HorizontalPodAutoscaler is. */
export const nameOf = ({ cluster, kind, namespace, name }: ObjectRef): string =>
  `${cluster}/${namespace}/${name}${kind === "HorizontalPodAutoscaler" ? "" : ` (${kind})`}`;

const many = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? "" : "s"}`;

/** The results of a run in one sentence, without names. */
export function conclusionOf({ clusters, sums }: Pick<FleetReport, "clusters" | "sums">): string {
  const { error, warning, note } = sums.findings;
  return `${many(sums.objects, "autoscaler")} in ${many(clusters.length, "cluster")}: ${many(error, "error")}, ${many(warning, "warning")} and ${many(note, "note")}.`;
}

/** With a capital letter and a full stop. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
