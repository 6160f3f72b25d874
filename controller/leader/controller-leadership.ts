import type { Controller } from "../controller.ts";
import type { Leadership } from "./write-fence.ts";

interface Ports {
  readonly controller: Controller;
  /** Lists the objects of our kind again. */
  readonly refresh: () => Promise<void>;
  readonly keys: () => readonly string[];
}

/**
 * Decides only on statuses that were read after the Lease was won. The previous leader may have written a
 * status, and scaled a target, just before, and the watch may not have delivered it yet (I3).
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
      // These passes keep the watches and drop whatever only a leader needs.
      for (const key of keys()) controller.queue.add(key);
    },
  };
}
