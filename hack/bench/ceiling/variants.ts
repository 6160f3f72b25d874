import type { Population } from "../replay/replay.ts";

export interface Variant {
  /** The name to select it by. */
  readonly name: string;
  readonly title: string;
  readonly population: Population;
  /** The memory limit of the operator's container. */
  readonly memory: string;
}

const all = { objects: 10_000, pods: 10, nodes: 1_000, bystanders: 0 };
/** For 10,000 objects. */
export const large = "512Mi";

const known: readonly Variant[] = [
  {
    ...{ name: "spread", title: "100 namespaces", memory: large },
    population: { ...all, namespaces: 100 },
  },
  {
    ...{ name: "one", title: "one namespace", memory: large },
    population: { ...all, namespaces: 1 },
  },
  {
    ...{ name: "bystanders", title: "3 of 10,000 pods in one namespace", memory: "256Mi" },
    population: { ...all, namespaces: 1, objects: 1, pods: 3, bystanders: 9_997 },
  },
  {
    // By the formula in docs/memory.md.
    ...{ name: "apart", title: "one object per namespace", memory: "640Mi" },
    population: { ...all, namespaces: 10_000 },
  },
];

/** The variants of VARIANTS, by default all; with OBJECTS or the like, one of one's own. */
export function chosenVariants(environment: NodeJS.ProcessEnv): readonly Variant[] {
  const given = (name: string): number | undefined =>
    environment[name] === undefined ? undefined : Number(environment[name]);
  const own = {
    ...{ namespaces: given("NAMESPACES"), objects: given("OBJECTS"), pods: given("PODS") },
    ...{ nodes: given("NODES"), bystanders: given("BYSTANDERS") },
  };
  if (Object.values(own).some(count => count !== undefined)) {
    const counts = Object.entries(own).filter(([, count]) => count !== undefined);
    const population = { ...all, namespaces: 100, ...Object.fromEntries(counts) };
    const title = `${population.objects} objects`;
    return [{ name: "own", title, population, memory: environment["MEMORY"] ?? large }];
  }
  const names = environment["VARIANTS"]?.split(",") ?? known.map(({ name }) => name);
  return names.map(name => {
    const variant = known.find(each => each.name === name);
    if (!variant)
      throw new Error(`no variant "${name}": ${known.map(each => each.name).join(", ")}`);
    return { ...variant, memory: environment["MEMORY"] ?? variant.memory };
  });
}
