import type { Clock } from "./clock.ts";
import type { KubeError } from "./errors.ts";
import type { KubeObject } from "./object.ts";
import { longestPauseMs, Reflector, type ReflectorOptions } from "./reflector.ts";
import { requestInfo } from "./request-info.ts";
import type { Transport } from "./transport.ts";

/** What a reflector needs besides what it is about. */
export interface ReflectorEnvironment {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A reflector lost the API server (error) or found it again (null). */
  readonly onHealth: (resource: string, error: KubeError | null) => void;
}

type About<Raw extends KubeObject, T> = Omit<
  ReflectorOptions<Raw, T>,
  keyof ReflectorEnvironment | "onHealth" | "longestPauseMs"
> & {
  /** It lost the API server, or never found it; once for each way of failing. */
  readonly onTrouble?: () => void;
};

interface Opened {
  readonly size: number;
  readonly error: KubeError | null;
  stop(): void;
}

/** Makes reflectors that share one environment. */
export class Reflectors {
  readonly #environment: ReflectorEnvironment;
  readonly #open = new Map<Opened, string>();

  constructor(environment: ReflectorEnvironment) {
    this.#environment = environment;
  }

  /** Starts at `start`; ends, and stops being counted, at `close`. */
  open<Raw extends KubeObject, T>(about: About<Raw, T>): Reflector<Raw, T> {
    const { resource } = requestInfo("GET", about.path, true);
    const { onHealth, ...shared } = this.#environment;
    const { onTrouble, ...what } = about;
    const reflector = new Reflector<Raw, T>({
      ...shared,
      ...what,
      onHealth: error => {
        onHealth(resource, error);
        if (error) onTrouble?.();
      },
      longestPauseMs: () => this.#longestPauseMs(resource),
    });
    this.#open.set(reflector, resource);
    return reflector;
  }

  close(reflector: Opened): void {
    this.#open.delete(reflector);
    reflector.stop();
  }

  closeAll(): void {
    for (const reflector of this.#open.keys()) reflector.stop();
    this.#open.clear();
  }

  /** Objects in memory, by resource. */
  sizes(): Map<string, number> {
    return this.#sumBy(({ size }) => size);
  }

  /** Watches that are cut off from the API server at the moment, by resource. */
  disconnected(): Map<string, number> {
    return this.#sumBy(({ error }) => (error ? 1 : 0));
  }

  /** Small for the few, because work must resume within two seconds of the API server's return. */
  #longestPauseMs(resource: string): number {
    let open = 0;
    for (const other of this.#open.values()) if (other === resource) open += 1;
    return Math.min(10_000, Math.max(longestPauseMs, 50 * open));
  }

  #sumBy(amount: (reflector: Opened) => number): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [reflector, resource] of this.#open) {
      sums.set(resource, (sums.get(resource) ?? 0) + amount(reflector));
    }
    return sums;
  }
}
