/**
 * Which file may import which. Imports point one way:
 *
 *     pepr.ts -> capabilities -> controller, admission -> kube -> engine
 *                                                  cli -> kube, engine
 *                                         test -> hack -> engine, and the recorded cases of cli
 *
 * test/architecture.test.ts breaks each rule once, and `npm run lint:imports` checks them. There is
 * no `tsConfig` option on purpose: given it, pepr.ts hides the package "pepr" from the resolver.
 */

/** Unit tests, and in testing/ what several of them need. */
const test = "(\\.test\\.ts$|/testing/)";
const product = "^(pepr\\.ts$|(capabilities|controller|admission|kube|engine|cli|crds)/)";
/** Gives hostile texts to each place where the product reads one, which no process could reach alone. */
const hostileText = "^test/hostile-text/";
/** They describe the product's metrics and flags, and read nothing but a table of each. */
const metricsPage = "^hack/generate/metrics-page\\.ts$";
const flagsTable = "^hack/generate/flags-table\\.ts$";
/** The cases of `trimtab evaluate`, their schemas and what decides them; and the random numbers of `trimtab simulate`. */
const recordedCases = "^cli/evaluate/";
const seeds = "^cli/simulate/random\\.ts$";
/** What Pepr calls or what calls Pepr. A test may import what its file may. */
const peprAllowed = ["^pepr\\.ts$", "^capabilities/"];
const anyPackage = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];
const packages = names => names.map(name => `^node_modules/${name}/`);
const files = "^(?!node_modules/).";

const rules = [
  {
    name: "engine-imports-only-engine",
    comment:
      "The engine is pure. Pass what it needs as an argument; a type that both sides need belongs in engine/.",
    from: { path: "^engine/" },
    to: { path: "^(capabilities|controller|admission|kube)/" },
  },
  {
    name: "engine-has-no-node",
    comment:
      "The engine has no node types: let the caller read, hash or wait, and pass the result.",
    from: { path: "^engine/", pathNot: test },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "engine-uses-pure-packages",
    comment:
      "The engine uses jsonc-parser, tinyqueue, croner, lezer-promql and @marcbachmann/cel-js. Another package must do no I/O, keep no clock and be added here, with an ADR.",
    from: { path: "^engine/", pathNot: test },
    to: {
      dependencyTypes: anyPackage,
      pathNot: packages([
        ...["jsonc-parser", "tinyqueue", "croner"],
        ...["@prometheus-io/lezer-promql", "@marcbachmann/cel-js"],
      ]),
    },
  },
  {
    name: "the-model-stands-alone",
    comment:
      "engine/model/ is what every other part of the engine reads: it imports only itself and the types of the CRDs. Move what needs another part to that part.",
    from: { path: "^engine/model/", pathNot: test },
    to: { path: "^engine/(?!model/)" },
  },
  {
    name: "arithmetic-knows-the-model",
    comment:
      "engine/arithmetic/ counts from samples: pass it the numbers of a spec, not the spec's rules.",
    from: { path: "^engine/arithmetic/", pathNot: test },
    to: { path: "^engine/(?!(model|arithmetic)/)" },
  },
  {
    name: "sources-know-no-rule-and-no-stage",
    comment:
      "A metric source turns an answer into a count. Its rules are in engine/validate/metrics/source-rules.ts, and features take votes: move what both need to engine/arithmetic/.",
    from: { path: "^engine/sources/", pathNot: test },
    to: { path: "^engine/(?!(model|arithmetic|sources|promql)/)" },
  },
  {
    name: "votes-know-no-feature",
    comment:
      "engine/votes/ asks each metric and threshold; engine/features/ takes the votes. Move what both need to engine/model/ or engine/arithmetic/.",
    from: { path: "^engine/votes/", pathNot: test },
    to: { path: "^engine/(?!(model|arithmetic|sources|formula|spec|votes)/)" },
  },
  {
    name: "features-are-apart",
    comment:
      "A feature never imports another one: move what two of them share to engine/model/, engine/history/ or engine/arithmetic/.",
    from: { path: "^engine/features/([^/.]+)", pathNot: [test, "^engine/features/features[.]ts$"] },
    to: { path: "^engine/features/", pathNot: "^engine/features/$1[/.]" },
  },
  {
    name: "features-know-no-status",
    comment:
      "A feature carries its reasons with their words; engine/status/ and engine/validate/ collect them from the features.",
    from: { path: "^engine/features/", pathNot: test },
    to: { path: "^engine/((status|validate|schema)/|[^/]+[.]ts$)" },
  },
  {
    name: "decisions-know-features-by-their-list",
    comment:
      "decide.ts, chain.ts, memory.ts, transition.ts and sync.ts call every feature in the same way: add a member to Feature, or move what they need to engine/history/ or engine/model/.",
    from: { path: "^engine/[^/]+[.]ts$", pathNot: test },
    to: { path: "^engine/features/(?!features[.]ts$)" },
  },
  {
    name: "memory-knows-no-rule",
    comment:
      "engine/history/ reads and writes what a decision remembers, whatever a feature does with it.",
    from: { path: "^engine/history/", pathNot: test },
    to: { path: "^engine/(?!(model|history|schema)/)" },
  },
  {
    name: "kube-imports-only-engine",
    comment: "kube/ does not know who uses it: take a function or a value as an argument.",
    from: { path: "^kube/" },
    to: { path: "^(capabilities|controller|admission)/" },
  },
  {
    name: "controller-knows-no-resource",
    comment:
      "controller/ serves every resource: what is one resource's own goes through ResourceDriver.",
    from: { path: "^controller/" },
    to: { path: "^capabilities/" },
  },
  {
    name: "admission-knows-no-resource",
    comment:
      "admission/ serves every resource: what is one resource's own is in its capability's Validate.",
    from: { path: "^admission/" },
    to: { path: "^capabilities/" },
  },
  {
    name: "controller-and-admission-are-apart",
    comment:
      "One decides, the other answers the API server. What both need belongs in engine/ or kube/; pepr.ts joins the rest.",
    from: { path: "^(controller|admission)/" },
    to: { path: "^(controller|admission)/", pathNot: "^$1/" },
  },
  {
    name: "resources-are-apart",
    comment:
      "The folders of two resources never import each other: move what they share to controller/, admission/ or engine/.",
    from: { path: "^capabilities/(?!admission/)([^/]+)/" },
    to: { path: "^capabilities/(?!admission/)[^/]+/", pathNot: "^capabilities/$1/" },
  },
  {
    name: "shared-admission-knows-no-resource",
    comment:
      "capabilities/admission/ serves every resource: what is one resource's own goes through Rules.",
    from: { path: "^capabilities/admission/", pathNot: test },
    to: { path: "^capabilities/(?!admission/)[^/]+/" },
  },
  {
    name: "cli-imports-kube-and-engine",
    comment:
      "The command line works without the operator: what both do belongs in engine/ or kube/.",
    from: { path: "^cli/" },
    to: { path: "^(capabilities|controller|admission)/" },
  },
  {
    name: "cli-uses-few-packages",
    comment: "commander, yaml and diff; what speaks to a cluster is in kube/.",
    from: { path: "^cli/", pathNot: [test, "^cli/[^/]+/client/"] },
    to: { dependencyTypes: anyPackage, pathNot: packages(["commander", "yaml", "diff"]) },
  },
  {
    name: "pages-use-uplot",
    comment:
      "client/ runs in a browser and is bundled into the command line: uplot draws, and nothing else is needed.",
    from: { path: "^cli/[^/]+/client/", pathNot: test },
    to: { dependencyTypes: [...anyPackage, "core"], pathNot: packages(["uplot"]) },
  },
  {
    name: "cli-is-nobodys-library",
    comment: "Nothing imports the command line: move what you need to engine/ or kube/.",
    from: { pathNot: ["^cli/", hostileText] },
    to: { path: "^cli/", pathNot: [recordedCases, seeds] },
  },
  {
    name: "recorded-cases-and-seeds-are-for-hack-and-test",
    comment:
      "The product decides what it observes: only the command line, hack/ and test/ read recorded cases and draw random numbers.",
    from: { path: product, pathNot: "^cli/" },
    to: { path: [recordedCases, seeds] },
  },
  {
    name: "the-root-is-nobodys-library",
    comment:
      "pepr.ts starts the operator when it is imported. Move what you need to the folder it belongs to.",
    from: {},
    to: { path: "^pepr\\.ts$" },
  },
  {
    name: "generated-types-stand-alone",
    comment:
      "crds/ is the source of truth: it imports only itself and the type of the history, whose content the CRDs do not define.",
    from: { path: "^crds/" },
    to: { pathNot: "^(crds/|engine/model/generated/history[.]ts$)" },
  },
  {
    name: "hack-and-test-run-the-product",
    comment:
      "Start the product as a process, as a user does. Only engine/ and the generated types may be imported.",
    from: { path: "^(hack|test)/", pathNot: [metricsPage, flagsTable, hostileText] },
    to: { path: "^(capabilities|controller|admission|kube)/" },
  },
  {
    name: "metrics-page-reads-the-catalogue",
    comment:
      "hack/generate/metrics-page.ts reads a table; what else is worth telling belongs there.",
    from: { path: metricsPage },
    to: {
      path: "^(capabilities|controller|admission|kube)/",
      pathNot: "^controller/telemetry/metric-definitions\\.ts$",
    },
  },
  {
    name: "flags-table-reads-the-flags",
    comment:
      "hack/generate/flags-table.ts reads a table; what else is worth telling belongs there.",
    from: { path: flagsTable },
    to: {
      path: "^(capabilities|controller|admission|kube)/",
      pathNot: "^controller/process/flags\\.ts$",
    },
  },
  {
    name: "hack-is-for-hack-and-test",
    comment: "The product and its unit tests run without hack/: move the test to test/.",
    from: { path: product },
    to: { path: "^hack/" },
  },
  {
    name: "test-is-for-test",
    comment:
      "test/ is what nothing depends on: what hack/ needs belongs in hack/, a helper of one unit test beside it.",
    from: { pathNot: ["^test/", "^vitest\\.config\\.ts$"] },
    to: { path: "^test/" },
  },
  {
    name: "test-files-stay-tests",
    comment:
      "A test, the table of one (*.cases.ts) and testing/ are imported by tests only: move what is needed to a file of its own.",
    from: { pathNot: [test, "\\.cases\\.ts$", "^(hack|test)/"] },
    to: { path: [test, "\\.cases\\.ts$"], pathNot: "^node_modules/" },
  },
  {
    name: "pepr-stays-at-the-edge",
    comment:
      "pepr and kubernetes-fluent-client are imported in capabilities/ and pepr.ts. Elsewhere take plain data; kube/ speaks to the API server.",
    from: { path: files, pathNot: peprAllowed },
    to: { path: packages(["pepr", "kubernetes-fluent-client"]) },
  },
  {
    name: "no-deep-imports",
    comment:
      'Import from "pepr" or "kubernetes-fluent-client": what is inside them moves with every release.',
    from: { path: peprAllowed },
    to: {
      path: packages(["pepr", "kubernetes-fluent-client"]),
      pathNot: [
        "^node_modules/pepr/dist/lib\\.(js|d\\.ts)$",
        "^node_modules/kubernetes-fluent-client/dist/index\\.(js|d\\.ts)$",
      ],
    },
  },
  {
    name: "dev-packages-stay-out-of-the-product",
    comment:
      "It would be missing where only dependencies are installed: use another, or move it to dependencies.",
    from: { path: product, pathNot: [test, "^engine/", "^cli/"] },
    to: { dependencyTypes: ["npm-dev"] },
  },
  {
    name: "packages-are-declared",
    comment:
      "package.json does not name this package, or the file does not exist: add it with its exact version, or fix the path.",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"], pathNot: "^node:" },
  },
  {
    name: "no-cycles",
    comment: "Move what both files need to a third, or pass it as an argument.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-barrels",
    comment: "Import from the file itself; name a file after what it holds.",
    from: { path: "(^|/)index\\.[cm]?[jt]s$" },
    to: {},
  },
  {
    name: "no-orphans",
    comment: "Nothing imports this file and it imports nothing: use it or remove it.",
    // oxlint loads its plugins itself.
    from: {
      orphan: true,
      pathNot: ["^\\.dependency-cruiser\\.mjs$", "\\.d\\.m?ts$", "^hack/checks/lint/"],
    },
    to: {},
  },
];

export default {
  forbidden: rules.map(rule => ({ severity: "error", ...rule })),
  options: {
    doNotFollow: { path: "^node_modules/" },
    // The site has packages of its own.
    exclude: {
      path: "^(dist/|coverage/|hack/site/(node_modules|stage/|theme|config|\\w+[.]test))",
    },
    // Types too: a file that needs another's types depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
      extensions: [".ts", ".mts", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
