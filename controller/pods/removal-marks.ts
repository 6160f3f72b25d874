import type { Removal } from "../../engine/pipeline/removal-order.ts";
import { clearMark, markPod, type MarkedPod } from "../../kube/api/deletion-cost.ts";
import { formatKubeError } from "../../kube/transport/errors.ts";
import type { Dependencies } from "../process/dependencies.ts";

export interface Marking extends Pick<Dependencies, "transport" | "writeFence"> {
  /** The object on whose behalf it writes. */
  readonly key: string;
  readonly namespace: string;
}

/** Marks the pods that the target is to lose first. A failure is a sentence, and does not stop the change. */
export async function markPods(marking: Marking, { mark }: Removal): Promise<string | null> {
  const { transport } = marking;
  const answers = await Promise.all(mark.map(name => markPod(transport, podOf(marking, name))));
  const errors = answers.flatMap(answer => (answer.ok ? [] : [answer.error]));
  const [first] = errors;
  if (!first || first.code === "Stopped") return null;
  const how = `${errors.length} of ${mark.length} pods were not marked to be removed first`;
  return `${how}: ${formatKubeError(first)}`;
}

/** Clears marks that no longer serve. What fails is tried again with the next decision, unless the pod is gone. */
export async function clearMarks(marking: Marking, { clear }: Removal): Promise<void> {
  const { transport } = marking;
  await Promise.all(clear.map(name => clearMark(transport, podOf(marking, name))));
}

const podOf = ({ writeFence, key, namespace }: Marking, name: string): MarkedPod => ({
  ...{ namespace, name },
  mayWrite: () => writeFence.mayWrite(key),
});
