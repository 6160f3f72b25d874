import type { RowsMessage, StateMessage, TimelineMessage, UiRow } from "../messages.ts";

export interface Listeners {
  readonly onRows: (message: RowsMessage) => void;
  readonly onState: (message: StateMessage) => void;
  /** Null: connected; `isOver`: it does not come back with this session. */
  readonly onLost: (loss: { readonly isOver: boolean } | null) => void;
}

const storedAs = "session";
/** The server sends its state every three seconds. */
const longestSilenceMs = 10_000;
const longestPauseMs = 4_000;

/** The way to `trimtab ui`. It comes back by itself. */
export class Connection {
  readonly #headers: { readonly authorization: string };

  constructor(session: string) {
    this.#headers = { authorization: `Bearer ${session}` };
  }

  async follow(listeners: Listeners): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        const isRefused = await this.#followOnce(listeners, () => (failures = 0));
        listeners.onLost({ isOver: isRefused });
        if (isRefused) return;
      } catch {
        // The network's reason does not help; the page says what it knows.
        listeners.onLost({ isOver: false });
      }
      const pause = Math.min(longestPauseMs, 500 * 2 ** failures);
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }

  /** Null: there is no such object any more. */
  async timeline({ kind, namespace, name, index }: Shown, after: number) {
    const search = new URLSearchParams({ kind, namespace, name });
    search.set("index", String(index));
    search.set("after", String(after));
    const response = await fetch(`/api/object?${search.toString()}`, { headers: this.#headers });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as TimelineMessage;
  }

  /** Whether the session was refused; otherwise the stream has ended. */
  async #followOnce(listeners: Listeners, onOpen: () => void): Promise<boolean> {
    const silence = new AbortController();
    const request = { headers: this.#headers, signal: silence.signal };
    const response = await fetch("/api/rows", request);
    if (response.status === 401) return true;
    if (!response.body || !response.ok) return false;
    onOpen();
    listeners.onLost(null);
    const events = new ServerEvents();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const timer = setTimeout(() => silence.abort(), longestSilenceMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return false;
      for (const { event, data } of events.add(value)) {
        if (event === "rows") listeners.onRows(JSON.parse(data) as RowsMessage);
        if (event === "state") listeners.onState(JSON.parse(data) as StateMessage);
      }
    }
  }
}

export type Shown = Pick<UiRow, "kind" | "namespace" | "name" | "index">;

/** Exchanges the token of the address, which then disappears from it; null: there is no session. */
export async function openSession(): Promise<string | null> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(null, "", location.pathname);
    const response = await fetch("/session", { method: "POST", body: token }).catch(() => null);
    if (response?.ok) {
      const { session } = (await response.json()) as { readonly session: string };
      localStorage.setItem(storedAs, session);
    }
  }
  return localStorage.getItem(storedAs);
}

/** Collects the text of an event stream and returns the events that are complete. */
export class ServerEvents {
  #rest = "";

  add(text: string) {
    const parts = (this.#rest + text).split("\n\n");
    this.#rest = parts.pop() ?? "";
    return parts.map(part => {
      const fields = part.split("\n").map(line => /^(\w+): ?(.*)$/.exec(line));
      const field = (name: string): string => fields.find(found => found?.[1] === name)?.[2] ?? "";
      return { event: field("event"), data: field("data") };
    });
  }
}

/** The address of a workload within the page. */
export const hashOf = ({ kind, namespace, name, index }: Shown): string =>
  `#/${[kind, namespace, name, String(index)].map(encodeURIComponent).join("/")}`;

/** Null: the list, or an address that leads nowhere. */
export function shownIn(hash: string): Shown | null {
  const [, kind, namespace, name, index] = /^#\/([^/]+)\/([^/]*)\/([^/]+)\/(\d+)$/.exec(hash) ?? [];
  if (kind === undefined || namespace === undefined || name === undefined) return null;
  try {
    const [a, b, c] = [kind, namespace, name].map(decodeURIComponent) as [string, string, string];
    return { kind: a, namespace: b, name: c, index: Number(index) };
  } catch {
    return null;
  }
}
