import {
  deployment,
  deploymentNamed,
  deploymentsIn,
  each,
  scaler,
  scalersIn,
  type Part,
} from "../part.ts";
import { sharedQuery, sharedSource, slowMark } from "../setup/sources.ts";
import { largestSpecs, sources } from "../largest-specs.ts";
import { below } from "../../random.ts";

const target = { type: "AverageValue", averageValue: "7" };
const most = 32;

/** The query of another tenant, which all share, next to as many slow ones as an object can have. */
export const slowQueries: Part = {
  name: "slow queries next to a shared one",
  pauseMs: 2_000,
  prepare: ({ namespace, send }) =>
    send("POST", scalersIn(namespace), scaler("slow", slow(0))).then(() => undefined),
  act: ({ namespace, random, send }) => {
    const path = `${scalersIn(namespace)}/slow`;
    return send("PATCH", path, { spec: slow(1 + below(random, 1_000_000)) });
  },
};

function slow(serial: number): object {
  const metrics = Array.from({ length: most }, (_, index) => {
    const query = index === 0 ? sharedQuery : `${slowMark}${serial}_${index}`;
    return { type: "Prometheus", prometheus: { source: sharedSource, query, target } };
  });
  return { scaleTargetRef: deploymentNamed("crowd-2"), metrics };
}

const sleepers = 64;

/** More workloads at 0 that wait for a push than one source has places for streams. */
export const idleStreams: Part = {
  name: "streams of idle workloads",
  pauseMs: 1_000,
  prepare: attacker =>
    each(sleepers, attacker, async index => {
      const { namespace, send } = attacker;
      const name = `sleeper-${index}`;
      const web = deployment(name, { app: name });
      await send("POST", deploymentsIn(namespace), { ...web, spec: { ...web.spec, replicas: 0 } });
      await send("POST", scalersIn(namespace), scaler(name, sleeping(name)));
    }),
  act: ({ namespace, random, send }) => {
    const name = `sleeper-${below(random, sleepers)}`;
    const spec = { maxReplicas: 3 + below(random, 5) };
    return send("PATCH", `${scalersIn(namespace)}/${name}`, { spec });
  },
};

const sleeping = (name: string): object => ({
  ...{ scaleTargetRef: deploymentNamed(name), minReplicas: 0 },
  metrics: [
    {
      type: "ExternalScaler",
      externalScaler: { source: sources.externalScaler, metadata: { queue: name }, push: true },
    },
  ],
});

/** Valid specs that cost the most to review, each with texts that no cache knows. */
export const largest: Part = {
  name: "largest specs",
  pauseMs: 500,
  act: ({ namespace, send }, turn) => {
    const [largestSpec] = largestSpecs.slice(turn % largestSpecs.length);
    if (!largestSpec) return Promise.resolve();
    const { kind, spec } = largestSpec;
    const object = { ...scaler(`largest-${turn}`, {}), kind, spec: spec(turn) };
    const plural = `${kind.toLowerCase()}s`;
    const path = scalersIn(namespace).replace("autoscalers", plural);
    return send("POST", `${path}?dryRun=All`, object);
  },
};
