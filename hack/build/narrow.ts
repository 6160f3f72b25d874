import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);

/**
 * Packages of which the programs use a small part, and that part. Pepr and undici load everything when the
 * process starts, which would take twice the time and 20 MB of memory. In a bundle, all else is undefined.
 */
const used: Readonly<Record<string, string>> = {
  // Pepr's own server, which never starts: docs/adr/0001-pepr-runtime.md.
  express: `module.exports = () => { throw new Error("the bundle has no express"); };`,
  // Pepr declares kinds with it. Requests and watches are those of kube/.
  "kubernetes-fluent-client": `
    export { modelToGroupVersionKind, RegisterKind } from "kubernetes-fluent-client/dist/kinds.js";
    export { GenericKind } from "kubernetes-fluent-client/dist/types.js";
    export * as kind from "kubernetes-fluent-client/dist/types.js";`,
  // Its index.js loads 250 files.
  ramda: `export { ${ramdaOfPepr().join(", ")} } from "ramda/es";`,
  // client-node makes such an agent for requests of its own, of which there are none.
  "socks-proxy-agent": "exports.SocksProxyAgent = class {};",
  // Loaded only by the admin services of gRPC.
  "@grpc/proto-loader": "",
  // Its client, set up as its index.js does it, beginning with the channel, as its files import each other.
  "@grpc/grpc-js": `
    require("@grpc/grpc-js/build/src/channel");
    require("@grpc/grpc-js/build/src/resolver-dns").setup();
    require("@grpc/grpc-js/build/src/load-balancer-pick-first").setup();
    exports.Client = require("@grpc/grpc-js/build/src/client").Client;
    exports.Metadata = require("@grpc/grpc-js/build/src/metadata").Metadata;
    exports.connectivityState =
      require("@grpc/grpc-js/build/src/connectivity-state").ConnectivityState;
    exports.credentials =
      require("@grpc/grpc-js/build/src/channel-credentials").ChannelCredentials;
    exports.status = require("@grpc/grpc-js/build/src/constants").Status;`,
  // As its index.js does it.
  undici: `
    Object.assign(require("undici/lib/dispatcher/dispatcher").prototype, require("undici/lib/api"));
    exports.Pool = require("undici/lib/dispatcher/pool");`,
};

/** The functions of ramda that Pepr uses: `import_ramda3.pipe` and so on. */
function ramdaOfPepr(): string[] {
  const pepr = readFileSync(require.resolve("pepr"), "utf8");
  const uses = Array.from(pepr.matchAll(/\bimport_ramda\d*\.(\w+)/g), ([, name = ""]) => name);
  if (uses.length === 0)
    throw new Error("pepr uses ramda in another way: adapt hack/build/narrow.ts");
  return [...new Set(uses)];
}

/** Leaves out of a bundle what no program uses of the packages above, and of client-node. */
export const narrow: Plugin = {
  name: "narrow",
  setup(build) {
    const names = Object.keys(used).join("|");
    build.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ path }) => {
      return { path, namespace: "narrow" };
    });
    build.onLoad({ filter: /^/, namespace: "narrow" }, ({ path }) => {
      return { contents: used[path] ?? "", resolveDir: root };
    });
    // Its package.json does not say that its 800 generated classes can be left out. Each call of build.resolve
    // reads the folders again, so this does without: the files import each other by their full names.
    build.onResolve({ filter: /^@kubernetes\/client-node$/ }, ({ path }) => {
      return { path: require.resolve(path), sideEffects: false };
    });
    build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer, resolveDir }) => {
      if (!importer.includes("/client-node/dist/")) return undefined;
      return { path: join(resolveDir, path), sideEffects: false };
    });
  },
};
