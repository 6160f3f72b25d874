import { deploymentNamed, each, scaler, scalersIn, type Attacker, type Part } from "../part.ts";
import { below } from "../../random.ts";

const objects = 30;
const most = 32;

/** Objects with the maximum number of metrics, from metrics APIs that hang, with ever new names. */
export const questions: Part = {
  name: "hanging metrics",
  pauseMs: 1_000,
  prepare: attacker =>
    each(objects, attacker, index => {
      const { namespace, send } = attacker;
      const object = scaler(`asker-${index}`, curious(attacker, index));
      return send("POST", scalersIn(namespace), object);
    }),
  act: (attacker, turn) => {
    const { namespace, random, send } = attacker;
    const index = below(random, objects);
    const spec = curious(attacker, turn * objects + index);
    const path = `${scalersIn(namespace)}/asker-${index}`;
    return send("PATCH", path, { spec });
  },
};

/** A third of the metrics for each type; all names are new. */
function curious({ random }: Attacker, serial: number): object {
  const name = (index: number): string => `m${serial}_${index}_${below(random, 1_000_000)}`;
  const describedObject = deploymentNamed("crowd-0");
  const metrics = Array.from({ length: most }, (_, index) => {
    const metric = { name: name(index) };
    const target = { type: "AverageValue", averageValue: "1" };
    if (index % 3 === 0) return { type: "External", external: { metric, target } };
    if (index % 3 === 1) return { type: "Pods", pods: { metric, target } };
    const value = { type: "Value", value: "1" };
    return { type: "Object", object: { describedObject, metric, target: value } };
  });
  const thresholds = Array.from({ length: most }, (_, index) => ({
    ...{ name: `t-${index}`, type: "Value" },
    value: {
      metric: { type: "External", external: { metric: { name: name(index) } } },
      ...{ valueType: "Value", comparison: "GreaterThan", value: "1" },
      ...{ durationSeconds: 10, increment: 1 },
    },
  }));
  return { scaleTargetRef: deploymentNamed(`crowd-${serial % 100}`), metrics, thresholds };
}
