import type { Controller } from "./controller.ts";
import type { Leadership } from "./ownership.ts";

interface Ports {
  readonly controller: Controller;
  /** Lists our own objects again. */
  readonly refresh: () => Promise<void>;
  readonly keys: () => readonly string[];
}

/**
 * Decides only on statuses that were read after the Lease was won: the last leader may have written
 * one that the watch has not told of yet, and with it what was scaled a moment ago (I3).
 */
export function followLeadership({ controller, refresh, keys }: Ports): Leadership {
  let terms = 0;
  return {
    begin: isFirst => {
      const term = ++terms;
      void (isFirst ? Promise.resolve() : refresh()).then(() => {
        if (term !== terms) return;
        controller.lead();
        for (const key of keys()) controller.queue.add(key);
      });
    },
    end: async () => {
      terms += 1;
      await controller.follow();
      // Their watches stay, and nothing else that only a leader needs.
      for (const key of keys()) controller.queue.add(key);
    },
  };
}
