/** What has a place, or waits for one. */
interface Place {
  readonly namespace: string;
  /** Called each time it gets a place, now or later. */
  readonly begin: () => void;
  /** Its place goes to another namespace, and it waits for one again. */
  readonly interrupt: () => void;
}

/**
 * The streams that one connection may carry. A stream does not end by itself, so the places go to the namespaces
 * that have the fewest: a namespace may use all of them, until others want some.
 */
export class StreamPlaces {
  readonly #most: number;
  /** By namespace, the newest last. No set is empty. */
  readonly #open = new Map<string, Set<Place>>();
  /** By namespace, in the order of turns. No set is empty. */
  readonly #waiting = new Map<string, Set<Place>>();
  taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns gives the place back */
  take(place: Place): () => void {
    add(this.#waiting, place);
    this.#assign();
    return () => {
      remove(this.#waiting, place);
      if (this.#close(place)) this.#assign();
    };
  }

  #assign(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      if (this.taken >= this.#most && !this.#interruptFor(next.namespace)) return;
      remove(this.#waiting, next);
      add(this.#open, next);
      this.taken += 1;
      next.begin();
    }
  }

  /** Of the namespace with the fewest. All that have none come first, so it looks at no more than there are places. */
  #next(): Place | null {
    let next: Place | null = null;
    let fewest = Infinity;
    for (const [namespace, [first = null]] of this.#waiting) {
      const open = this.#openIn(namespace);
      if (open < fewest) [next, fewest] = [first, open];
      if (fewest === 0) break;
    }
    return next;
  }

  /** Takes the newest place of the namespace with the most, unless the two would only swap their numbers. */
  #interruptFor(namespace: string): boolean {
    let largest: ReadonlySet<Place> = new Set();
    for (const places of this.#open.values()) if (places.size > largest.size) largest = places;
    const newest = [...largest].at(-1);
    if (!newest || largest.size <= this.#openIn(namespace) + 1) return false;
    this.#close(newest);
    add(this.#waiting, newest);
    newest.interrupt();
    return true;
  }

  #close(place: Place): boolean {
    const isOpen = remove(this.#open, place);
    if (isOpen) this.taken -= 1;
    return isOpen;
  }

  #openIn(namespace: string): number {
    return this.#open.get(namespace)?.size ?? 0;
  }
}

function add(places: Map<string, Set<Place>>, place: Place): void {
  const some = places.get(place.namespace);
  if (some) some.add(place);
  else places.set(place.namespace, new Set([place]));
}

/** Whether it was there. */
function remove(places: Map<string, Set<Place>>, place: Place): boolean {
  const some = places.get(place.namespace);
  if (!some?.delete(place)) return false;
  // After its turn, a namespace goes to the end.
  places.delete(place.namespace);
  if (some.size > 0) places.set(place.namespace, some);
  return true;
}
