// cli/ui/client/: what runs in the browser. hack/build/bundle.ts bundles it, and cli/ui/ serves it as a file.

import type { StateMessage } from "../messages.ts";
import { Connection, openSession, shownIn } from "./connection.ts";
import { byId, setText } from "../../pages/client/elements.ts";
import { ListView } from "./list-view.ts";
import { Rows } from "./rows.ts";
import { absoluteTime } from "../../terminal/times.ts";
import { WorkloadView } from "./workload-view.ts";

const newLink = "Open the address that `trimtab ui` prints; press Enter there for a new one.";

/** What the page says about its two connections. */
class Health {
  #loss: { readonly isOver: boolean } | null = null;
  #state: StateMessage | null = null;
  #heardAt = Date.now();

  onLost(loss: { readonly isOver: boolean } | null): void {
    if (loss && !this.#loss) this.#heardAt = Date.now();
    this.#loss = loss;
    this.show();
  }

  onState(state: StateMessage): void {
    this.#state = state;
    this.show();
  }

  show(): void {
    const problem = this.#problem();
    const banner = byId("problem");
    setText(banner, problem ?? "");
    banner.hidden = problem === null;
    setText(byId("connection"), problem === null ? "Live" : "Not up to date");
    document.body.classList.toggle("lost", problem !== null);
    const { namespace } = this.#state ?? {};
    if (namespace === undefined) return;
    setText(byId("place"), namespace === null ? "all namespaces" : `namespace ${namespace}`);
  }

  #problem(): string | null {
    if (this.#loss?.isOver) return `This session has ended. ${newLink}`;
    if (this.#loss) {
      return `No connection to trimtab ui since ${absoluteTime(this.#heardAt)}: what is shown may be outdated. The page tries again by itself. If the command has ended, start it again.`;
    }
    const { problem, since } = this.#state ?? {};
    if (problem === null || problem === undefined) return null;
    const sentence = problem.charAt(0).toUpperCase() + problem.slice(1);
    return `${sentence}. What is shown is from before ${absoluteTime(since ?? Date.now())}. It is tried again until it works.`;
  }
}

async function start(): Promise<void> {
  const main = byId("main");
  const session = await openSession();
  if (session === null) {
    main.append(`There is no session. ${newLink}`);
    setText(byId("connection"), "Not connected");
    return;
  }
  const [rows, connection, health] = [new Rows(), new Connection(session), new Health()];
  const list = new ListView(rows);
  let workload: WorkloadView | null = null;
  const route = (): void => {
    const shown = shownIn(location.hash);
    workload?.close();
    workload = shown && new WorkloadView(shown, connection);
    main.replaceChildren(workload?.element ?? list.element);
    workload?.focus();
    if (!workload) list.update();
  };
  window.addEventListener("hashchange", route);
  route();
  await connection.follow({
    onRows: message => {
      rows.apply(message);
      list.update();
      workload?.onRows(message);
    },
    onState: state => {
      health.onState(state);
      list.setState(state);
      if (state.problem === null) workload?.onTime(state.now);
    },
    onLost: loss => health.onLost(loss),
  });
}

void start();
