import type { ZeroOwner } from "./observation/zero-owner.ts";

export interface Candidate {
  readonly name: string;
  readonly uid: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly replicas: number;
  /** The author of a count of 0; absent: unknown. */
  readonly zeroOf?: ZeroOwner;
}

/**
 * How many more replicas another candidate may have without replacing the current target. Without a
 * margin, two candidates of similar size would alternate. A target with 0 replicas has no margin:
 * any candidate with pods replaces it.
 */
export const marginOf = (replicas: number): number =>
  replicas === 0 ? 0 : Math.max(1, Math.floor(replicas / 10));

/**
 * Chooses the target: the largest candidate, then the oldest. The current target stays until
 * another candidate exceeds it by more than the margin. If all are at 0, only a 0 of the operator
 * can end by itself, so a candidate with one comes first. null: there are no candidates.
 *
 * @param present  the name of the current target; null: none
 */
export function chooseTarget<C extends Candidate>(
  candidates: readonly C[],
  present: string | null,
): C | null {
  const largest = candidates.reduce<C | null>(larger, null);
  const held = candidates.find(({ name }) => name === present);
  if (!held || !largest || (isOwnZero(largest) && !isOwnZero(held))) return largest;
  return largest.replicas - held.replicas <= marginOf(held.replicas) ? held : largest;
}

const isOwnZero = ({ replicas, zeroOf }: Candidate): boolean =>
  replicas === 0 && zeroOf === "Operator";

function larger<C extends Candidate>(best: C | null, candidate: C): C {
  if (!best) return candidate;
  if (candidate.replicas !== best.replicas) {
    return candidate.replicas > best.replicas ? candidate : best;
  }
  if (isOwnZero(candidate) !== isOwnZero(best)) return isOwnZero(candidate) ? candidate : best;
  if (candidate.createdAt !== best.createdAt) {
    return candidate.createdAt < best.createdAt ? candidate : best;
  }
  return candidate.uid < best.uid ? candidate : best;
}
