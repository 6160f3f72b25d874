import type { Threats } from "../mutant.ts";

const matchers = "engine/promql/enforce-matchers.test.ts";
const source = "controller/metric-sources/prometheus-source.test.ts";
const clients = "controller/metric-sources/metric-source-clients.test.ts";
const rails = "engine/validate/guard-rails.test.ts";
const readSources = "controller/metric-sources/read-metric-sources.test.ts";
const connection = "controller/metric-sources/source-connection.test.ts";
const channel = "kube/external-scaler/scaler-channel.test.ts";
const streams = "kube/external-scaler/stream-places.test.ts";
const answers = "controller/metrics/metric-cache.test.ts";
const slots = "kube/transport/turns/request-slots.test.ts";
const shares = "kube/transport/turns/fair-share.test.ts";
const conversation = "kube/external-scaler/conversation.test.ts";

/** A tenant whose Autoscalers use metric sources. */
export const tenantSources: Threats = {
  "read series of other tenants through a metric source": [
    {
      when: "a name without braces gets no matcher",
      file: "engine/promql/enforce-matchers.ts",
      from: "return isBare ? [insertion(",
      to: "return isBare && metric.from < 0 ? [insertion(",
      tests: [matchers],
    },
    {
      when: "empty braces get no matcher",
      file: "engine/promql/enforce-matchers.ts",
      from: `if (node.name === "LabelMatchers") {`,
      to: `if (node.name === "LabelMatchers" && children.length > 0) {`,
      tests: [matchers],
    },
    {
      when: "info() is accepted",
      file: "engine/promql/enforce-matchers.ts",
      from: `case "Info":`,
      to: `case "NoInfo":`,
      tests: [matchers],
    },
    {
      when: "a string without an end is accepted",
      file: "engine/promql/enforce-matchers.ts",
      from: "return isWhole(text)",
      to: "return text !== null",
      tests: [matchers],
    },
    {
      when: "an escaped name is accepted",
      file: "engine/promql/enforce-matchers.ts",
      from: `case "QuotedLabelName":`,
      to: `case "NoName":`,
      tests: [matchers],
    },
    {
      when: "white space that servers read in another way is accepted",
      file: "engine/promql/enforce-matchers.ts",
      from: "const odd = oddCharacter(query, nodes);",
      to: "const odd = undefined;",
      tests: [matchers],
    },
    {
      when: "comments stay",
      file: "engine/promql/enforce-matchers.ts",
      from: `if (node.name === "LineComment") return [removal(node)];`,
      to: `if (node.name === "LineComment") return [];`,
      tests: [matchers],
    },
  ],
  "use a metric source of others": [
    {
      when: "a source is for all namespaces",
      file: "engine/validate/named-sources.ts",
      from: "allowedNamespaces?.has(namespace) ?? true;",
      to: `allowedNamespaces?.has(namespace) !== null;`,
      tests: [rails, clients],
    },
    {
      when: "admission checks no sources",
      file: "engine/validate/guard-rails.ts",
      from: "for (const _ of checkNamedSources(reader, rails.metricSources, namespace)) yield found.splice(0);",
      to: "",
      tests: [rails],
    },
  ],
  "have a credential of a metric source sent elsewhere": [
    {
      when: "the operator follows a redirect",
      file: "controller/metric-sources/prometheus-source.ts",
      from: "await pool.value.request({",
      to: `await pool.value
        .compose((await import("undici")).interceptors.redirect({ maxRedirections: 1 }))
        .request({`,
      tests: [source],
    },
    {
      when: "credentials may go to an address without TLS",
      file: "controller/metric-sources/read-metric-sources.ts",
      from: `if (url.protocol === "https:" || !isSecret) return null;`,
      to: "return null;",
      tests: [readSources],
    },
    {
      when: "the certificate of a Prometheus may be of any authority",
      file: "controller/metric-sources/source-connection.ts",
      from: "...(key && { key }), ...named };",
      to: "...(key && { key }), ...named, rejectUnauthorized: false };",
      tests: [connection],
    },
    {
      when: "the certificate of a Prometheus may have another name",
      file: "controller/metric-sources/source-connection.ts",
      from: "...(key && { key }), ...named };",
      to: "...(key && { key }), ...named, checkServerIdentity: () => undefined };",
      tests: [connection],
    },
  ],
  "read credentials or addresses of a metric source in messages": [
    {
      when: "a credential that a server repeats is shown",
      file: "controller/metric-sources/query-problems.ts",
      from: "shortText(redact(said, credentials), longestMessage)",
      to: "shortText(said, longestMessage)",
      tests: [source],
    },
    {
      when: "the message of a failed connection is shown",
      file: "controller/metric-sources/query-problems.ts",
      from: `const why = typeof code === "string" ? code : "no connection";`,
      to: "const why = String(code) + String(cause);",
      tests: [source],
    },
    {
      when: "the answer of a proxy is shown",
      file: "controller/metric-sources/query-problems.ts",
      from: "const said = status === 400 || status === 422 ? messageOf(body) : null;",
      to: "const said: string | null = body;",
      tests: [source],
    },
    {
      when: "more than 300 characters are shown",
      file: "controller/metric-sources/query-problems.ts",
      from: "const longestMessage = 300;",
      to: "const longestMessage = 30_000;",
      tests: [source],
    },
  ],
  "delay the queries of others to a metric source": [
    {
      when: "the queries of all namespaces have one owner",
      file: "controller/metric-sources/prometheus-source.ts",
      from: "const namespace = await this.#turns.enter(namespaces, waitShare * deadlineMs);",
      to: `const [first = ""] = namespaces;
    const entered = await this.#turns.enter([""], waitShare * deadlineMs);
    const namespace = entered === null ? null : first;`,
      tests: [source],
    },
    {
      when: "an answer may be as long as an object",
      file: "controller/metric-sources/prometheus-source.ts",
      from: "await readText(body, mostBytes.metric);",
      to: "await readText(body, mostBytes.object);",
      tests: [source],
    },
    {
      when: "`timeoutSeconds` ends no query",
      file: "controller/metric-sources/prometheus-source.ts",
      from: "Math.min(question.deadlineMs, this.#settings.timeoutSeconds * 1_000)",
      to: "question.deadlineMs",
      tests: [source],
    },
    {
      when: "a shared query belongs to the namespace that asks first",
      file: "controller/metric-sources/metric-source-clients.ts",
      from: "query: enforced.value, namespaces, deadlineMs",
      to: "query: enforced.value, namespaces: [namespace], deadlineMs",
      tests: [clients],
    },
    {
      when: "a shared query belongs to one of those that want it",
      file: "controller/metrics/metric-cache.ts",
      from: "new Set(requests.map(({ namespace }) => namespace))",
      to: "new Set(requests.slice(0, 1).map(({ namespace }) => namespace))",
      tests: [answers],
    },
    {
      when: "a shared query waits for the place of its first namespace",
      file: "kube/transport/turns/request-slots.ts",
      from: "ready === undefined ? owners : [ready]",
      to: `[ready ?? [...owners][0] ?? ""]`,
      tests: [slots],
    },
    {
      when: "a query that has its place waits for others",
      file: "kube/transport/turns/request-slots.ts",
      from: "for (const [owner, admit] of waiting) this.#share.remove(owner, admit);",
      to: "",
      tests: [slots],
    },
    {
      when: "a shared query takes the place of any namespace",
      file: "kube/transport/turns/fair-share.ts",
      from: "taken >= fewest || ",
      to: "",
      tests: [slots, shares],
    },
    {
      when: "a shared query takes a place that its namespace may not have",
      file: "kube/transport/turns/fair-share.ts",
      from: "if (taken >= fewest || !this.#mayTake(owner)) continue;",
      to: "if (taken >= fewest) continue;",
      tests: [shares],
    },
    {
      when: "namespaces with other periods share a query",
      file: "controller/metrics/metric-cache.ts",
      from: "isShared ? `${periodSeconds}//${text}`",
      to: "isShared ? `//${text}`",
      tests: [answers],
    },
    {
      when: "a namespace gets the failure from before it joined",
      file: "controller/metrics/metric-cache.ts",
      from: "this.#failedFor = asked.ok ? null : namespaces;",
      to: "",
      tests: [answers],
    },
  ],
  "answer for an external scaler, or read what it is asked": [
    {
      when: "certificates and credentials are accepted next to `plaintext`",
      file: "controller/metric-sources/read-metric-sources.ts",
      from: `if (!source.has("credentialsSecret") && !source.has("tls")) return;`,
      to: `if (!source.has("nothing")) return;`,
      tests: [readSources],
    },
    {
      when: "plaintext is the default",
      file: "controller/metric-sources/scaler-clients.ts",
      from: "if (externalScaler?.plaintext === true)",
      to: "if (externalScaler?.plaintext !== false)",
      tests: ["controller/metric-sources/scaler-clients.test.ts"],
    },
    {
      when: "the certificate of a scaler may be of any authority",
      file: "kube/external-scaler/scaler-channel.ts",
      from: "bytes(tls.cert));",
      to: "bytes(tls.cert), { rejectUnauthorized: false });",
      tests: [channel],
    },
    {
      when: "the certificate of a scaler may have another name",
      file: "kube/external-scaler/scaler-channel.ts",
      from: "bytes(tls.cert));",
      to: "bytes(tls.cert), { checkServerIdentity: () => undefined });",
      tests: [channel],
    },
  ],
  "delay others by the external scaler of a source": [
    {
      when: "a call has no deadline",
      file: "kube/external-scaler/conversation.ts",
      from: "deadlineMs: Math.max(1, giveUpAt - clock.monotonic()) };",
      to: "deadlineMs: Infinity };",
      tests: [conversation],
    },
    {
      when: "the calls of all namespaces have one owner",
      file: "kube/external-scaler/scaler-client.ts",
      from: "this.#slots.enter([namespace], withinMs)",
      to: `this.#slots.enter([""], withinMs)`,
      tests: ["kube/external-scaler/scaler-client.test.ts"],
    },
    {
      when: "a scaler may name any number of metrics",
      file: "kube/external-scaler/conversation.ts",
      from: "if (chosen.length > mostMetrics) {",
      to: "if (chosen.length > Infinity) {",
      tests: [conversation],
    },
    {
      when: "every announcement counts",
      file: "kube/external-scaler/conversation.ts",
      from: "if (!isWake || clock.monotonic() - this.#wokenAt < shortestWakeMs) return;",
      to: "if (!isWake) return;",
      tests: [conversation],
    },
    {
      when: "streams beyond the limit are opened",
      file: "kube/external-scaler/stream-places.ts",
      from: " && !this.#interruptFor(next.namespace)",
      to: "",
      tests: [streams],
    },
    {
      when: "a namespace that came first keeps all streams",
      file: "kube/external-scaler/stream-places.ts",
      from: "if (!newest || largest.size",
      to: "if (newest || largest.size",
      tests: [streams],
    },
    {
      when: "two namespaces take a stream from each other again and again",
      file: "kube/external-scaler/stream-places.ts",
      from: " + 1) return false",
      to: ") return false",
      tests: [streams],
    },
    {
      when: "a stream whose place is taken goes on",
      file: "kube/external-scaler/stream-places.ts",
      from: "    newest.interrupt();\n",
      to: "",
      tests: [streams],
    },
    {
      when: "a stream whose place is taken gets none again",
      file: "kube/external-scaler/stream-places.ts",
      from: "    add(this.#waiting, newest);\n",
      to: "",
      tests: [streams],
    },
    {
      when: "a stream is opened for a place that is lost meanwhile",
      file: "kube/external-scaler/activity-stream.ts",
      from: "stops += 1;",
      to: "",
      tests: [conversation],
    },
    {
      when: "what a stream said holds after its place is taken",
      file: "kube/external-scaler/activity-stream.ts",
      from: `      stop();
      onState(null);`,
      to: "      stop();",
      tests: [conversation],
    },
  ],
  "read data of other tenants through an external scaler": [
    {
      when: "the metadata of an object can name another namespace",
      file: "kube/external-scaler/conversation.ts",
      from: "this.#ref = { name, namespace, scalerMetadata: query.metadata };",
      to: "this.#ref = { name, namespace, scalerMetadata: query.metadata, ...query.metadata };",
      tests: [conversation],
    },
  ],
};
