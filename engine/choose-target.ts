/** An object that may be scaled. */
export interface Candidate {
  readonly name: string;
  readonly uid: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Asked for. */
  readonly replicas: number;
}

/**
 * How many replicas more another one may have before it takes the place of the one that is scaled.
 * Without it two of about the same size would take turns. A 0 has none: whatever has pods serves.
 */
export const marginOf = (replicas: number): number =>
  replicas === 0 ? 0 : Math.max(1, Math.floor(replicas / 10));

/**
 * The one of all candidates that is scaled: the largest, then the oldest; the present one for as long
 * as none is larger by more than the margin. null: there is none.
 *
 * @param present  the name of the one that is scaled so far; null: none is
 */
export function chooseTarget<C extends Candidate>(
  candidates: readonly C[],
  present: string | null,
): C | null {
  const largest = candidates.reduce<C | null>(larger, null);
  const held = candidates.find(({ name }) => name === present);
  if (!held || !largest) return largest;
  return largest.replicas - held.replicas <= marginOf(held.replicas) ? held : largest;
}

function larger<C extends Candidate>(best: C | null, candidate: C): C {
  if (!best) return candidate;
  if (candidate.replicas !== best.replicas) {
    return candidate.replicas > best.replicas ? candidate : best;
  }
  if (candidate.createdAt !== best.createdAt) {
    return candidate.createdAt < best.createdAt ? candidate : best;
  }
  return candidate.uid < best.uid ? candidate : best;
}
