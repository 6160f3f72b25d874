import type { FieldReader } from "../field-reader.ts";
import { named, qualifiedName, readName } from "../names/names.ts";
import { checkAmount, checkQuantity } from "./quantities.ts";
import { type Step, warnOfDescent } from "./ladder-steps.ts";

/** What upstream and its ConfigMap do not count, by mode. */
const others = {
  linear: ["podsPerReplica", "namespacesPerReplica", "resourcesPerReplica"],
  ladder: ["podsToReplicas", "namespacesToReplicas", "resourcesToReplicas"],
} as const;

/** Nodes report cpu and pods, too, but these have fields of their own. */
const nodeResource = named(
  "ResourceNameMalformed",
  "a resource that counts here",
  {
    test: name =>
      name.includes("/")
        ? qualifiedName.test(name)
        : /^(memory|ephemeral-storage|hugepages-[-A-Za-z0-9_.]{0,52}[A-Za-z0-9])$/.test(name),
  },
  "write memory, ephemeral-storage, hugepages-2Mi or an extended resource such as nvidia.com/gpu, and coresPerReplica or coresToReplicas for cpu",
);

/** Where only nodes and cores count. */
const upstreams = {
  algorithm: {
    message: "CPA-1.10 counts only nodes and cores, as upstream does",
    remedy: "write algorithm: Trimtab-1, or ",
  },
  default: {
    message: "the ConfigMap that default stands in for counts only nodes and cores",
    remedy: "",
  },
};

/** Reports the dimensions that only Trimtab counts. */
export function refuseOthers(parameters: FieldReader, where: keyof typeof upstreams): void {
  const { message, remedy } = upstreams[where];
  for (const mode of ["linear", "ladder"] as const) {
    const reader = parameters.object(mode);
    if (!others[mode].some(field => reader?.has(field))) continue;
    const [first, second, third] = others[mode];
    reader?.report("", {
      code: "DimensionUnsupported",
      ...{ message, remedy: `${remedy}remove ${first}, ${second} and ${third}` },
    });
  }
}

export function checkResourceRatios(linear: FieldReader): void {
  const ratios = linear.objects("resourcesPerReplica");
  checkDuplicates(ratios);
  for (const ratio of ratios) {
    readName(ratio, "name", nodeResource);
    checkAmount(ratio, "perReplica");
  }
}

export function checkResourceLadders(ladder: FieldReader): void {
  const ladders = ladder.objects("resourcesToReplicas");
  checkDuplicates(ladders);
  for (const each of ladders) {
    const name = readName(each, "name", nodeResource) ?? "";
    warnOfDescent(each.objects("steps").flatMap(stepOf), name);
  }
}

function checkDuplicates(entries: readonly FieldReader[]): void {
  const names = entries.map(entry => entry.text("name"));
  for (const [index, entry] of entries.entries()) {
    const name = names[index];
    if (name === undefined || names.indexOf(name) === index) continue;
    entry.report("", {
      code: "DuplicateResource",
      message: `there is another entry for ${name}`,
      remedy: "keep one of them and remove the other",
    });
  }
}

function stepOf(entry: FieldReader): Step[] {
  const size = checkQuantity(entry, "quantity");
  if (size === undefined) return [];
  if (size < 0n || String(entry.raw("quantity")).startsWith("-")) {
    entry.report("quantity", {
      code: "QuantityNegative",
      message: "must not be negative",
      remedy: "write 0 or more, such as 64Gi",
    });
    return [];
  }
  const written = String(entry.raw("quantity"));
  return [{ entry, size, written, replicas: entry.number("replicas") }];
}
