import { targetKey } from "./claims.ts";
import {
  type Claimant,
  type Finding,
  type Holder,
  isNested,
  nameOf,
  placeText,
} from "./findings.ts";

/**
 * Conflicts between the objects of all files: two of Trimtab's objects with one name, and targets with
 * another autoscaler. Objects in DryRun hold no claim and only get a warning.
 */
export function conflictsAmong(claimants: readonly Claimant[]): Finding[] {
  const [first, again] = byIdentity(claimants);
  const claims = byTarget([...first, ...claimants.filter(isForeign)], "claims");
  const monitors = byTarget(
    first.filter(({ holdsClaim }) => holdsClaim),
    "monitors",
  );
  const overlaps = monitors.flatMap(holders => overlapsAt(holders, overlap));
  return [...again, ...claims.flatMap(conflictsAt), ...overlaps];
}

const isForeign = ({ ourKind }: Claimant): boolean => ourKind === null;

/** The first object of each name, and a finding for every other one. */
function byIdentity(claimants: readonly Claimant[]): [Claimant[], Finding[]] {
  const first = new Map<string, Claimant>();
  const unnamed: Claimant[] = [];
  const again: Finding[] = [];
  for (const claimant of claimants) {
    if (isForeign(claimant)) continue;
    const name = nameOf(claimant.object);
    const before = first.get(name);
    if (claimant.object.name === "") unnamed.push(claimant);
    else if (before) again.push(duplicate(claimant, before));
    else first.set(name, claimant);
  }
  return [[...first.values(), ...unnamed], again];
}

const duplicate = ({ object, place }: Claimant, before: Claimant): Finding => ({
  path: "metadata.name",
  code: "DuplicateObject",
  message: `there is another ${nameOf(object)}, at ${placeText(before.place)}, and the one applied last counts`,
  remedy: "keep one of them, or give this one another name",
  severity: "error",
  place,
  object,
});

/** The claims of objects, or what they monitor, by namespace and target. */
function byTarget(claimants: readonly Claimant[], part: "claims" | "monitors"): Holder[][] {
  const found = new Map<string, Holder[]>();
  for (const claimant of claimants) {
    for (const claim of claimant[part]) {
      const target = `${claim.namespace ?? claimant.object.namespace}/${targetKey(claim)}`;
      found.set(target, [...(found.get(target) ?? []), { claimant, claim }]);
    }
  }
  return [...found.values()];
}

/** An autoscaler of another kind holds the target; otherwise the first of Trimtab's objects that claims it. */
function conflictsAt(claims: readonly Holder[]): Finding[] {
  if (claims.some(({ claim }) => claim.requirements)) return overlapsAt(claims, conflict);
  const holder =
    claims.find(({ claimant }) => isForeign(claimant)) ??
    claims.find(({ claimant }) => claimant.holdsClaim);
  if (holder === undefined) return [];
  return claims
    .filter(({ claimant }) => claimant !== holder.claimant && !isForeign(claimant))
    .map(rival => conflict(rival, holder));
}

/**
 * Two selectors of one kind overlap if one has all requirements of the other. Whether other selectors overlap
 * is known only in the cluster.
 */
function overlapsAt(claims: readonly Holder[], findingOf: typeof conflict): Finding[] {
  return claims.flatMap((rival, index) => {
    const holder = claims.find(
      (other, at) =>
        other.claimant !== rival.claimant &&
        other.claimant.holdsClaim &&
        (at < index || !rival.claimant.holdsClaim) &&
        isNested(other.claim, rival.claim),
    );
    return holder ? [findingOf(rival, holder)] : [];
  });
}

function conflict({ claimant, claim }: Holder, holder: Holder): Finding {
  const { object, holdsClaim } = claimant;
  const other = nameOf(holder.claimant.object);
  const workload = `${claim.kind} ${claim.name}`;
  const place = placeText(holder.claim.place);
  const about = { code: "TargetShared", path: claim.path, place: claim.place, object };
  if (holdsClaim) {
    const message = `${workload} is also scaled by ${other}, at ${place}`;
    const remedy = "delete one of the two, or set mode: DryRun here";
    return { ...about, message, remedy, severity: "error" };
  }
  const message = `${workload} is scaled by ${other}, at ${place}; this object only looks on`;
  const remedy = "delete one of the two before the mode becomes Active or Paused";
  return { ...about, message, remedy, severity: "warning" };
}

/** Objects that count the same workloads and scale a target each: both add replicas for the same load. */
function overlap({ claimant: { object }, claim }: Holder, other: Holder): Finding {
  const { path, place, kind, name } = claim;
  const by = `${nameOf(other.claimant.object)}, at ${placeText(other.claim.place)}`;
  return {
    ...{ path, place, object, code: "MonitoringOverlap", severity: "warning" },
    message: `${kind} ${name} is also monitored by ${by}, so both add replicas for the same load`,
    remedy: "let one object scale for these workloads, or monitor different ones",
  };
}
