import type { Threats } from "../mutant.ts";

const gate = "admission/path-gate.test.ts";
const server = "admission/server.test.ts";
const clients = "admission/certificates/client-authority.test.ts";
const bodies = "admission/bodies.test.ts";
const reviews = "admission/access-review.test.ts";
const parsing = "admission/parse-review.test.ts";
const probes = "admission/probe-server.test.ts";
const sizes = "admission/parsed-size.test.ts";
const specs = "capabilities/admission/review-spec.test.ts";
const texts = "test/hostile-text/hostile-text.test.ts";
const lint = "test/lint-rules.test.ts";
const closing = "kube/transport/lingering-close.test.ts";

/** A stranger who reaches the operator's ports. */
export const stranger: Threats = {
  "request reviews": [
    {
      when: "every path is open",
      file: "admission/path-gate.ts",
      from: "return isOneOf(asked, open) ||",
      to: "return open.length > 0 || isOneOf(asked, open) ||",
      tests: [gate],
    },
    {
      when: "the plain path stays open",
      file: "admission/path-gate.ts",
      from: "...(isSpread ? [] : plainPaths)]",
      to: "...(isSpread ? plainPaths : plainPaths)]",
      tests: [gate],
    },
    {
      when: "a former path stays open",
      file: "admission/path-gate.ts",
      from: "this.#former.filter(({ until }) => now < until)",
      to: "this.#former",
      tests: [gate],
    },
    {
      when: "the server does not ask which paths are open",
      file: "admission/server.ts",
      from: "if (ports.accepts(path)) await validate(",
      to: "if (path !== null) await validate(",
      tests: [server],
    },
  ],
  "request reviews on a known path": [
    {
      when: "any common name is accepted",
      file: "admission/certificates/client-authority.ts",
      from: `return typeof name === "string" && names.includes(name);`,
      to: "return name !== null;",
      tests: [clients],
    },
    {
      when: "a client without a certificate is served",
      file: "admission/certificates/client-authority.ts",
      from: "requestCert: true, rejectUnauthorized: true",
      to: "requestCert: false, rejectUnauthorized: false",
      tests: [clients],
    },
    {
      when: "the server does not look at the name",
      file: "admission/server.ts",
      from: "if (ports.clients && !ports.clients.admits(",
      to: "if (ports.clients === undefined && !ports.clients.admits(",
      tests: [clients],
    },
  ],
  "exhaust memory with forged reviews": [
    {
      when: "a review may have any size",
      file: "admission/bodies.ts",
      from: `if (!(size <= largest)) return err("large");`,
      to: "",
      tests: [bodies],
    },
    {
      when: "a large review takes the room of a small one",
      file: "admission/bodies.ts",
      from: "await enter(this.#room, size / placeBytes);",
      to: "await enter(this.#room, 0);",
      tests: [bodies],
    },
    {
      when: "parsed JSON needs no room",
      file: "admission/bodies.ts",
      from: "if (size <= smallParsed) return ok({",
      to: "if (size <= Infinity) return ok({",
      tests: [bodies],
    },
    {
      when: "JSON of any size is parsed",
      file: "admission/bodies.ts",
      from: `if (size > largestParsed) return err("large");`,
      to: "",
      tests: [bodies],
    },
    {
      when: "the server reads a body that got no room",
      file: "admission/server.ts",
      from: "if (!body.ok) {",
      to: `if (!body.ok && body.error === "busy") {`,
      tests: [server],
    },
    {
      when: "answers are kept after 10 s",
      file: "admission/access-review.ts",
      from: "const keepMs = 10_000;",
      to: "const keepMs = 10_000_000;",
      tests: [reviews],
    },
    {
      when: "keys that are numbers count as others",
      file: "admission/bodies.ts",
      from: "const elements = 33 * 8;",
      to: "const elements = 0;",
      tests: [sizes],
    },
    {
      when: "a key may be written with an escape for its first digit",
      file: "admission/bodies.ts",
      from: String.raw`const mayBeNumber = /^[\d\\]/;`,
      to: String.raw`const mayBeNumber = /^\d/;`,
      tests: [sizes],
    },
    {
      when: "a character counts as one byte in any text",
      file: "admission/bodies.ts",
      from: "wide.test(json) ? 2 * json.length : json.length",
      to: "json.length",
      tests: [sizes],
    },
    {
      when: "JSON may be nested to any depth",
      file: "admission/bodies.ts",
      from: "if (depth > deepest) return Infinity;",
      to: "",
      tests: [sizes],
    },
  ],
  "occupy the CPU with the text of a forged review": [
    {
      when: "guard rails read a spec that the schema refuses",
      file: "capabilities/admission/review-spec.ts",
      from: "if (!found.some(isError)) found.push(...(await budget.itemsOf(rails)).items);",
      to: "found.push(...(await budget.itemsOf(rails)).items);",
      tests: ["capabilities/autoscaler/review-budget.test.ts"],
    },
    {
      when: "a user may have any number of groups",
      file: "admission/parse-review.ts",
      from: "const longestUser = 256 * 1024;",
      to: "const longestUser = Infinity;",
      tests: [parsing],
    },
    {
      when: "a review is read whatever its metadata are",
      file: "capabilities/admission/review-spec.ts",
      from: "if (forged.length > 0) return toVerdict(forged);",
      to: "",
      tests: [specs],
    },
    {
      when: "a key of any length is searched in quadratic time",
      file: "capabilities/admission/review-spec.ts",
      from: "if (forged.length > 0) return toVerdict(forged);",
      to: String.raw`for (const key of Object.keys(object.metadata?.annotations ?? {})) /^[^/]*trimtab[^/]*\//.test(key);`,
      tests: [texts],
    },
    {
      when: "the metadata of an object that is being deleted are not checked",
      file: "capabilities/admission/review-spec.ts",
      from: `if (forged.length > 0) return toVerdict(forged);
  if (object.metadata?.deletionTimestamp) return approved;`,
      to: `if (object.metadata?.deletionTimestamp) return approved;
  if (forged.length > 0) return toVerdict(forged);`,
      tests: [specs],
    },
    {
      when: "the metadata of the old object are not checked",
      file: "capabilities/admission/review-spec.ts",
      from: "[object.metadata, old?.metadata]",
      to: "[object.metadata]",
      tests: [specs],
    },
    {
      when: "the namespace of a review may have any length",
      file: "engine/validate/metadata-limits.ts",
      from: `[nameProblem("metadata.namespace", namespace), ...metadata.map(limitProblem)]`,
      to: "metadata.map(limitProblem)",
      tests: [specs],
    },
    {
      when: "a name may have any length",
      file: "engine/validate/metadata-limits.ts",
      from: "name.length <= longestName",
      to: "name.length <= Infinity",
      tests: [specs],
    },
    {
      when: "the beginning of a name may have any length",
      file: "engine/validate/metadata-limits.ts",
      from: `["name", "namespace", "generateName"]`,
      to: `["name", "namespace"]`,
      tests: [specs],
    },
    {
      when: "a key may have any length",
      file: "engine/validate/metadata-limits.ts",
      from: "each.length > longestKey",
      to: "each.length > Infinity",
      tests: [specs],
    },
    {
      when: "the key of a label may have any length",
      file: "engine/validate/metadata-limits.ts",
      from: `["annotations", "labels"]`,
      to: `["annotations"]`,
      tests: [specs],
    },
    {
      when: "annotations may have any size",
      file: "engine/validate/metadata-limits.ts",
      from: "size <= mostAnnotations",
      to: "size <= Infinity",
      tests: [specs],
    },
    {
      when: "the lint rule accepts a time that is quadratic",
      file: "hack/checks/lint/linear-pattern.ts",
      from: `complexity.type === "safe" || complexity.type === "linear"`,
      to: `complexity.type !== "exponential"`,
      tests: [lint],
    },
    {
      when: "the lint rule accepts an endless look around",
      file: "hack/checks/lint/linear-pattern.ts",
      from: "if (looks.some(hasEndless)) return",
      to: "if (looks.length < 0) return",
      tests: [lint],
    },
  ],
  "cause noise with malformed reviews": [
    {
      when: "a review without a user is accepted",
      file: "admission/parse-review.ts",
      from: `isUser(fieldsOf(request["userInfo"])) &&`,
      to: "",
      tests: [parsing],
    },
    {
      when: "a body that is not JSON is a fault",
      file: "engine/model/values/json-values.ts",
      from: `  } catch {
    return undefined;
  }`,
      to: `  } catch (error) {
    throw error;
  }`,
      tests: [parsing, server],
    },
  ],
  "hold connections open": [
    {
      when: "one connection too many ends none",
      file: "admission/connection-limit.ts",
      from: `    leave(oldest[0]);
    oldest[1].destroy();`,
      to: "    leave(oldest[0]);",
      tests: ["admission/connection-limit.test.ts"],
    },
    {
      when: "connections of API servers count with the others",
      file: "admission/connection-limit.ts",
      from: "enter(known, peer, others.get(peer) ?? known.get(peer));",
      to: "enter(others, peer, others.get(peer) ?? known.get(peer));",
      tests: ["admission/connection-limit.test.ts"],
    },
    {
      when: "any number of scrapes is served at a time",
      file: "admission/probe-server.ts",
      from: "scrapes.size < mostScrapes ? metrics() : null;",
      to: "scrapes.size < Infinity ? metrics() : null;",
      tests: [probes],
    },
    {
      when: "a body may arrive slowly",
      file: "admission/bodies.ts",
      from: "const late = setTimeout(() => request.destroy(), this.#bodyMs);",
      to: "const late = setTimeout(() => undefined, this.#bodyMs);",
      tests: [bodies],
    },
    {
      when: "the rest of a request may have any size",
      file: "kube/transport/lingering-close.ts",
      from: "if (socket.bytesRead > most) socket.destroy();",
      to: "",
      tests: [closing],
    },
    {
      when: "the rest of a request may take any time",
      file: "kube/transport/lingering-close.ts",
      from: "const late = setTimeout(() => socket.destroy(), ms);",
      to: "const late = setTimeout(() => undefined, ms);",
      tests: [closing],
    },
    {
      when: "a port has no limit of connections",
      file: "admission/probe-server.ts",
      from: "  limitConnections(server);\n",
      to: "",
      tests: [probes],
    },
    {
      when: "a client that does not read keeps its place",
      file: "admission/probe-server.ts",
      from: "const late = setTimeout(() => response.destroy(), slowestRequestMs);",
      to: "const late = setTimeout(() => undefined, slowestRequestMs);",
      tests: [probes],
    },
  ],
  "occupy the process with scrapes": [
    {
      when: "each scrape causes an exposition",
      file: "admission/probe-server.ts",
      from: "if (latest !== null && clock.monotonic() < expiresAt) return latest;",
      to: "",
      tests: [probes],
    },
    {
      when: "an address has any number of responses",
      file: "admission/probe-server.ts",
      from: "clients.filter(each => each === address).length >= mostScrapes",
      to: "clients.filter(each => each === address).length >= Infinity",
      tests: [probes],
    },
    {
      when: "one address takes the responses of all",
      file: "admission/probe-server.ts",
      from: "clients.filter(each => each === address).length",
      to: "clients.length",
      tests: [probes],
    },
    {
      when: "a client that scrapes in a loop does not wait",
      file: "admission/probe-server.ts",
      from: `setTimeout(() => text(response, 503, "too many scrapes\\n"), expositionMs);`,
      to: `text(response, 503, "too many scrapes\\n");`,
      tests: [probes],
    },
    {
      when: "an exposition serves only those that wait for it",
      file: "admission/probe-server.ts",
      from: "const expositionMs = 1_000;",
      to: "const expositionMs = 0;",
      tests: [probes],
    },
    {
      when: "the second begins with the exposition",
      file: "admission/probe-server.ts",
      from: `    expiresAt = Infinity;
    const bytes = expose()
      .then(text => Buffer.from(text))
      .finally(() => {
        expiresAt = clock.monotonic() + expositionMs;
      });`,
      to: `    expiresAt = clock.monotonic() + expositionMs;
    const bytes = expose().then(text => Buffer.from(text));`,
      tests: [probes],
    },
    {
      when: "a failed exposition is repeated at once",
      file: "admission/probe-server.ts",
      from: `        expiresAt = clock.monotonic() + expositionMs;
      });`,
      to: `        expiresAt = clock.monotonic() + expositionMs;
      });
    bytes.catch(() => (latest = null));`,
      tests: [probes],
    },
  ],
  "change something": [
    {
      when: "the webhook's port serves other methods",
      file: "admission/server.ts",
      from: `if (request.method !== "POST") {`,
      to: "if (request.method === null) {",
      tests: [server],
    },
    {
      when: "the metrics port serves other paths",
      file: "admission/probe-server.ts",
      from: `} else text(response, 404, "not found\\n");`,
      to: `} else text(response, 200, "ok\\n");`,
      tests: [probes],
    },
  ],
};
