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
import { below } from "../../random.ts";

const crowd = 100;
const seekers = 50;
const labels = { crowd: "all" };

/** A hundred workloads whose selectors match the same pod, an object for each, and a pod that changes. */
export const oneCrowdedPod: Part = {
  name: "selectors on one pod",
  pauseMs: 1_000,
  prepare: async attacker => {
    const { namespace, send } = attacker;
    const containers = [{ name: "main", image: "none" }];
    await send("POST", podsIn(namespace), {
      ...{ metadata: { name: "shared", labels }, spec: { containers } },
    });
    await each(crowd, attacker, async index => {
      const name = `crowd-${index}`;
      await send("POST", deploymentsIn(namespace), deployment(name, labels));
      const spec = { scaleTargetRef: deploymentNamed(name) };
      await send("POST", scalersIn(namespace), scaler(name, spec));
    });
  },
  act: ({ namespace, random, send }) => {
    const path = `${podsIn(namespace)}/shared`;
    const changed = { metadata: { labels: { turn: `${below(random, 1_000_000)}` } } };
    return send("PATCH", path, changed);
  },
};

/**
 * Objects that select their target among all of these, and workloads that come and go for them. In DryRun,
 * because admission rejects Active objects whose targets are claimed.
 */
export const targetSelectors: Part = {
  name: "target selectors",
  pauseMs: 500,
  prepare: attacker =>
    each(seekers, attacker, index => {
      const { namespace, send } = attacker;
      const values = Array.from({ length: 16 }, (_, value) => `none-${index}-${value}`);
      const matchExpressions = [{ key: "excluded", operator: "NotIn", values }];
      const selector = { ...kind, selector: { matchLabels: labels, matchExpressions } };
      const spec = { targetSelector: selector, monitorSelectors: [selector], mode: "DryRun" };
      const object = scaler(`seeker-${index}`, spec);
      return send("POST", scalersIn(namespace), object);
    }),
  act: ({ namespace, random, send }) => {
    const path = `${deploymentsIn(namespace)}/crowd-${below(random, crowd)}`;
    const excluded = random() < 0.5 ? null : `none-${below(random, seekers)}-0`;
    const changed = { metadata: { labels: { excluded } } };
    return send("PATCH", path, changed);
  },
};

const kind = { apiVersion: "apps/v1", kind: "Deployment" };
