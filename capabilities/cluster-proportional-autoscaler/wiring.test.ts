import { afterEach, expect, it, vi } from "vitest";

import { makeDependencies } from "../../controller/process/dependencies.ts";
import { WorkQueue } from "../../controller/workqueue/work-queue.ts";
import { certificateFlags, configOf } from "../../controller/testing/config.ts";
import { watchedServer } from "../../controller/testing/watched-server.ts";
import { clusterProportionalController } from "./wiring.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("runs waiting retries at once when the API server is reachable again", async () => {
  const retried = vi.spyOn(WorkQueue.prototype, "retryNow");
  const config = configOf(...certificateFlags, "--log-level=silent");
  const { reflectors } = watchedServer(() => new Promise(() => undefined));
  const environment = { ...makeDependencies(config, "test"), reflectors };
  const running = clusterProportionalController(environment);
  environment.participants.reconnected();
  expect(retried).not.toHaveBeenCalled();
  running.start();
  expect(running.notReady()).toHaveLength(3);
  environment.participants.reconnected();
  expect(retried).toHaveBeenCalledTimes(1);
  reflectors.closeAll();
  await running.stop();
});
