import type { ScaledObjectRef } from "./messages.ts";
import type { ScalerClient } from "./scaler-client.ts";

export interface ActivityStreamOptions {
  readonly client: ScalerClient;
  readonly ref: ScaledObjectRef;
  readonly random: () => number;
  /** null: the stream has ended, and what it said may not hold any more. */
  readonly onState: (isActive: boolean | null) => void;
}

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * StreamIsActive: the scaler says at once when there is work. It is opened again until it is closed.
 *
 * @returns closes it
 */
export function followActivity(options: ActivityStreamOptions): () => void {
  const { client, ref, random, onState } = options;
  let pauseMs = shortestPauseMs;
  let timer: NodeJS.Timeout | undefined;
  let cancel: (() => void) | null = null;
  /** How often it has been stopped: what began before does not count any more. */
  let stops = 0;
  const stop = (): void => {
    stops += 1;
    clearTimeout(timer);
    cancel?.();
    cancel = null;
  };
  /** Not all streams of a server that restarts come back at the same moment. */
  const openAgain = (): void => {
    timer = setTimeout(() => void open(), pauseMs * (0.5 + random() / 2));
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  };
  const open = async (): Promise<void> => {
    const before = stops;
    const connected = await client.connected();
    if (before !== stops) return;
    if (!connected.ok) {
      openAgain();
      return;
    }
    const { channel, methods } = connected.value;
    cancel = channel.open(methods.streamIsActive, ref, {
      message: ({ result }) => {
        pauseMs = shortestPauseMs;
        onState(result);
      },
      end: () => {
        onState(null);
        openAgain();
      },
    });
  };
  const leave = client.streams.take({
    namespace: ref.namespace,
    begin: () => void open(),
    interrupt: () => {
      stop();
      onState(null);
    },
  });
  return () => {
    stop();
    leave();
  };
}
