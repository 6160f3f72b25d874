import type { Threats } from "../mutant.ts";

const access = "cli/ui/access.test.ts";
const server = "cli/ui/server.test.ts";
const feed = "cli/ui/feed.test.ts";

/** Another user or site next to `trimtab ui`. */
export const ui: Threats = {
  "read the page as another local user": [
    {
      when: "a token works twice",
      file: "cli/ui/access.ts",
      from: `    this.#token = null;
    return this.#session;`,
      to: "    return this.#session;",
      tests: [access],
    },
    {
      when: "any session is accepted",
      file: "cli/ui/access.ts",
      from: "return isEqual(authorization, `Bearer ${this.#session}`);",
      to: `return authorization.startsWith("Bearer");`,
      tests: [access],
    },
    {
      when: "data need no session",
      file: "cli/ui/server.ts",
      from: "else if (!this.#shown.access.isAllowed(headers)) refuse(",
      to: "else if (headers === null) refuse(",
      tests: [server],
    },
  ],
  "read it from another site": [
    {
      when: "any Host is the page's own",
      file: "cli/ui/access.ts",
      from: "return isOwnHost && (",
      to: "return (",
      tests: [access],
    },
    {
      when: "any Origin is the page's own",
      file: "cli/ui/access.ts",
      from: "return isOwnHost && (origin === undefined || origin === `http://${host}`);",
      to: "return isOwnHost;",
      tests: [access],
    },
    {
      when: "the server does not look at Host and Origin",
      file: "cli/ui/server.ts",
      from: "if (!isOwnRequest(request.headers, this.#port)) {",
      to: "if (request.headers === null) {",
      tests: [server],
    },
  ],
  "write with the user's rights": [
    {
      when: "other methods are answered",
      file: "cli/ui/server.ts",
      from: `} else if (request.method !== "GET") refuse(`,
      to: "} else if (request.method === null) refuse(",
      tests: [server],
    },
  ],
  "read files": [
    {
      when: "other paths are answered",
      file: "cli/ui/server.ts",
      from: `else if (!url?.pathname.startsWith("/api/")) refuse(response, 404, "There is no such page.");`,
      to: `else if (!url?.pathname.startsWith("/api/")) sendJson(response, {});`,
      tests: [server],
    },
  ],
  "run code in the page with texts": [
    {
      when: "the page may have inline code",
      file: "cli/ui/server.ts",
      from: `"script-src 'self'",`,
      to: `"script-src 'self' 'unsafe-inline'",`,
      tests: [server],
    },
    {
      when: "a text may become markup",
      file: "cli/ui/server.ts",
      from: `"require-trusted-types-for 'script'",`,
      to: "",
      tests: [server],
    },
  ],
  "hold its connections or exhaust its files": [
    {
      when: "there is no limit of connections",
      file: "cli/ui/server.ts",
      from: "this.#server.maxConnections = mostConnections;",
      to: "",
      tests: [server],
    },
    {
      when: "a request may take any time to arrive",
      file: "cli/ui/server.ts",
      from: "headersTimeout: 5_000, requestTimeout: 5_000,",
      to: "headersTimeout: 0, requestTimeout: 0,",
      tests: [server],
    },
  ],
  "fill its memory by not reading the events": [
    {
      when: "rows are written to a page that does not read",
      file: "cli/ui/feed.ts",
      from: "while (this.#waiting.size > 0 && !this.#isSlow) {",
      to: "while (this.#waiting.size > 0) {",
      tests: [feed],
    },
    {
      when: "states are written to a page that does not read",
      file: "cli/ui/feed.ts",
      from: `if (!this.#isSlow) this.#send("state", message);`,
      to: `this.#send("state", message);`,
      tests: [feed],
    },
  ],
};
