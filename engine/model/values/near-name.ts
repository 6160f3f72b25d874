/**
 * The most likely intended `names`, ignoring case: those with one letter wrong, missing, extra or
 * swapped; else those that contain `name`; else the nearest ones with a few mistakes.
 */
export function nearNames(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const candidates = names.map(candidate => ({
    candidate,
    mistakes: mistakesBetween(wanted, candidate.toLowerCase()),
  }));
  const fewest = Math.min(...candidates.map(({ mistakes }) => mistakes));
  const nearest = candidates
    .filter(({ candidate, mistakes }) => mistakes === fewest && mistakes <= allowed(candidate))
    .map(({ candidate }) => candidate);
  if (fewest <= 1 || wanted.length < shortestPart) return nearest;
  const parts = names.filter(candidate => candidate.toLowerCase().includes(wanted));
  return parts.length > 0 ? parts : nearest;
}

const shortestPart = 3;

const mostMistakes = 4;

/** A third of the letters: with more mistakes it is another word. */
const allowed = (name: string): number => Math.min(mostMistakes, Math.floor(name.length / 3));

/** Optimal string alignment: swapping two adjacent letters is one mistake. */
function mistakesBetween(a: string, b: string): number {
  const missing = a.length - b.length;
  // The exact number does not matter, and a forged text may have megabytes.
  if (missing > mostMistakes) return missing;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isExchanged ? at(beforeLast, j - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
