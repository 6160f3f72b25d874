import {
  deployment,
  deploymentNamed,
  deploymentsIn,
  each,
  podsIn,
  scaler,
  scalersIn,
  type Part,
} from "../part.ts";
import { below, pick } from "../../random.ts";

const objects = 12;
const kilobyte = 1024;

/** 200 KB of labels: only etcd limits them, at 1.5 MiB per object. Annotations have a limit of 256 KiB. */
const labels = (serial: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`l${serial}-${index}`, "v".repeat(63)]),
  );
const annotations = { note: "n".repeat(250 * kilobyte) };

/** Workloads, pods and Trimtab objects of the maximum size, which keep changing. */
export const huge: Part = {
  name: "huge objects",
  pauseMs: 1_000,
  prepare: async attacker => {
    const { namespace, send } = attacker;
    await each(objects, attacker, async index => {
      const name = `huge-${index}`;
      const own = { app: name };
      const metadata = { labels: { ...labels(index), ...own }, annotations };
      await send("POST", deploymentsIn(namespace), {
        ...deployment(name, own),
        metadata: { name, ...metadata },
      });
      await send("POST", podsIn(namespace), {
        metadata: { name, ...metadata },
        spec: { containers: [{ name: "main", image: "none" }] },
      });
      const object = scaler(name, { scaleTargetRef: deploymentNamed(name) }, metadata);
      await send("POST", scalersIn(namespace), object);
    });
  },
  act: ({ namespace, random, send }) => {
    const pods = podsIn(namespace);
    const path = pick(random, [deploymentsIn(namespace), pods, scalersIn(namespace)]);
    const changed = { metadata: { labels: { turn: `${below(random, 1_000_000)}` } } };
    const name = `huge-${below(random, objects)}`;
    return send("PATCH", `${path}/${name}`, changed);
  },
};
