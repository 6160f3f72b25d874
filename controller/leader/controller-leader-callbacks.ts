import { splitKey } from "../../kube/watch/object.ts";
import type { Controller } from "../controller.ts";
import type { LeaderCallbacks } from "../process/participants.ts";

interface Ports {
  readonly controller: Controller;
  readonly refresh: () => Promise<void>;
  readonly keys: () => readonly string[];
}

/**
 * Decides only on statuses that were read after the Lease was won. The previous leader may have written a
 * status, and scaled a target, just before, and the watch may not have delivered it yet (I3).
 */
export function controllerLeaderCallbacks({ controller, refresh, keys }: Ports): LeaderCallbacks {
  let terms = 0;
  return {
    onStartedLeading: isFirst => {
      const term = ++terms;
      void (isFirst ? Promise.resolve() : refresh()).then(() => {
        if (term !== terms) return;
        controller.startLeading();
        for (const key of keys()) controller.queue.add(key);
      });
    },
    onStoppedLeading: async () => {
      terms += 1;
      await controller.stopLeading();
      // These passes keep the watches and drop whatever only a leader needs.
      for (const key of keys()) controller.queue.add(key);
    },
    onNamespacesLeft: namespaces => {
      for (const key of keys()) {
        if (namespaces.includes(splitKey(key).namespace)) controller.queue.add(key);
      }
    },
  };
}
