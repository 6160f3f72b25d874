import { connect } from "node:net";

import { atEnd } from "../../kube/testing/cleanups.ts";
import { until } from "../../kube/testing/until.ts";

/** Opens connections that send nothing, and waits until the server has left this number of them. */
export async function holdConnections(
  port: number,
  { opened, left }: { readonly opened: number; readonly left: number },
): Promise<void> {
  const sockets = Array.from({ length: opened }, () =>
    connect(port, "127.0.0.1")
      .on("error", () => undefined)
      .resume(),
  );
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  await until(() => {
    const states = sockets.map(({ readyState }) => readyState);
    const open = states.filter(state => state === "open");
    if (states.includes("opening") || open.length !== left) throw new Error(`${open.length} left`);
  });
}
