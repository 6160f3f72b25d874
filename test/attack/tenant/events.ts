import {
  deployment,
  deploymentNamed,
  deploymentsIn,
  each,
  scaler,
  scalersIn,
  type Part,
} from "../part.ts";
import { below } from "../../random.ts";

const objects = 20;

/** Objects that are alternately paused, and whose targets come and go: each change is an event. */
export const events: Part = {
  name: "events",
  pauseMs: 200,
  prepare: async attacker => {
    const { namespace, send } = attacker;
    await each(objects, attacker, async index => {
      const name = `noisy-${index}`;
      const workload = deployment(name, { app: name });
      await send("POST", deploymentsIn(namespace), workload);
      const object = scaler(name, { scaleTargetRef: deploymentNamed(name) });
      await send("POST", scalersIn(namespace), object);
    });
  },
  act: ({ namespace, random, send }) => {
    const index = below(random, objects);
    const name = random() < 0.5 ? `noisy-${index}` : `absent-${below(random, 1_000_000)}`;
    const mode = random() < 0.8 ? "Active" : "DryRun";
    const spec = { scaleTargetRef: deploymentNamed(name), mode, maxReplicas: 1 + below(random, 9) };
    const path = `${scalersIn(namespace)}/noisy-${index}`;
    return send("PATCH", path, { spec });
  },
};
