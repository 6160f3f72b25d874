import { notQueried, type RawAnswer } from "../../observation/observation.ts";

/** Of an answer about pods, the samples of these. */
export function samplesOfPods(answer: RawAnswer, isAsked: (pod: string) => boolean): RawAnswer {
  if (answer.kind === "PodMetrics") {
    const items = answer.items.filter(({ metadata }) => isAsked(metadata?.name ?? ""));
    return { kind: "PodMetrics", items };
  }
  if (answer.kind !== "PodValues") return answer;
  return { kind: "PodValues", items: answer.items.filter(({ pod }) => isAsked(pod)) };
}

/**
 * Joins the answers to one question about several workloads. The pods of a workload whose answer
 * failed have no samples; if all failed, the first failure is the answer.
 */
export function joinAnswers(answers: readonly RawAnswer[]): RawAnswer {
  const given = answers.filter(({ kind }) => kind !== "Failed");
  const [first] = given;
  if (given.length < 2) return first ?? answers[0] ?? notQueried;
  if (first?.kind === "PodMetrics") {
    const items = given.flatMap(each => (each.kind === "PodMetrics" ? each.items : []));
    const byPod = new Map(items.map(item => [item.metadata?.name ?? "", item]));
    return { kind: "PodMetrics", items: [...byPod.values()] };
  }
  if (first?.kind === "PodValues") {
    const items = given.flatMap(each => (each.kind === "PodValues" ? each.items : []));
    return { kind: "PodValues", items: [...new Map(items.map(item => [item.pod, item])).values()] };
  }
  // A question that is not about pods is the same for all workloads.
  return first ?? notQueried;
}
