import { each, scaler, scalersIn, type Part } from "../part.ts";
import { below } from "../../random.ts";
import { gadgetVersions } from "../setup/premises.ts";

const objects = 60;
const { hanging, stored } = gadgetVersions;

/** Targets whose `scale` never answers, not even for a review. */
export const hangingScale: Part = {
  name: "hanging scale",
  pauseMs: 1_000,
  prepare: async attacker => {
    const { namespace, send } = attacker;
    const gadgets = `/apis/${stored}/namespaces/${namespace}/gadgets`;
    await each(objects, attacker, async index => {
      const metadata = { name: `gadget-${index}` };
      const gadget = { apiVersion: stored, kind: "Gadget", metadata, spec: { replicas: 1 } };
      await send("POST", gadgets, gadget);
      await send("POST", scalersIn(namespace), hung(index));
    });
  },
  act: async ({ namespace, random, send }) => {
    const index = below(random, objects);
    await send("DELETE", `${scalersIn(namespace)}/hung-${index}`);
    await send("POST", scalersIn(namespace), hung(index));
  },
};

const hung = (index: number): object =>
  scaler(`hung-${index}`, {
    scaleTargetRef: { apiVersion: hanging, kind: "Gadget", name: `gadget-${index}` },
  });
