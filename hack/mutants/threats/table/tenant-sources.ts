import type { Threats } from "../mutant.ts";

const matchers = "engine/promql/enforce-matchers.test.ts";
const source = "controller/metric-sources/prometheus-source.test.ts";
const clients = "controller/metric-sources/metric-source-clients.test.ts";
const rails = "engine/validate/guard-rails.test.ts";
const readSources = "controller/metric-sources/read-metric-sources.test.ts";
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
      from: "visit(root.value) ?? oddCharacters(query, root.value);",
      to: "visit(root.value);",
      tests: [matchers],
    },
    {
      when: "comments stay",
      file: "engine/promql/enforce-matchers.ts",
      from: `if (node.name === "LineComment") return [{ from: node.from, to: node.to, text: "" }];`,
      to: `if (node.name === "LineComment") return [];`,
      tests: [matchers],
    },
  ],
  "use a metric source of others": [
    {
      when: "a source is for all namespaces",
      file: "engine/sources/named-source.ts",
      from: "allowedNamespaces?.has(namespace) ?? true;",
      to: `allowedNamespaces?.has(namespace) !== null;`,
      tests: [rails, clients],
    },
    {
      when: "admission checks no sources",
      file: "engine/validate/guard-rails.ts",
      from: "checkNamedSources(reader, rails.metricSources, namespace);",
      to: "",
      tests: [rails],
    },
  ],
  "have a credential of a metric source sent elsewhere": [
    {
      when: "the operator follows a redirect",
      file: "controller/metric-sources/source-connection.ts",
      from: `import { Pool } from "undici";`,
      to: `import { Pool as Plain, interceptors } from "undici";
function Pool(...given: unknown[]) {
  return new Plain(...given).compose(interceptors.redirect({ maxRedirections: 1 }));
}`,
      tests: [source],
    },
    {
      when: "credentials may go to an address without TLS",
      file: "controller/metric-sources/read-metric-sources.ts",
      from: `if (url.protocol === "https:" || !isSecret) return null;`,
      to: "return null;",
      tests: [readSources],
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
      from: "const { namespace, deadlineMs } = question;",
      to: `const { deadlineMs } = question;
    const namespace = "";`,
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
      file: "kube/external-scaler/call-places.ts",
      from: "if (!(await this.#slots.enter(namespace, withinMs))) return false;",
      to: `if (!(await this.#slots.enter("", withinMs))) return false;`,
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
