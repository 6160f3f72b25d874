// `node hack/bench/keda/formulas.ts` records again what KEDA's expression language, as pinned in go.mod, makes of the
// formulas in cli/convert/goldens/keda-formulas.json. For a new row, write its formula and inputs there.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { format } from "prettier";

import { runOrThrow } from "../../host/run.ts";
import { versionOf } from "../../cluster/controlplane/go-module.ts";

const folder = import.meta.dirname;
const path = join(folder, "../../../cli/convert/goldens/keda-formulas.json");
const language = "github.com/expr-lang/expr";

const { rows } = JSON.parse(await readFile(path, "utf8")) as { readonly rows: unknown };
const version = versionOf(language, await readFile(join(folder, "go.mod"), "utf8"));
const env = { ...process.env, GOWORK: "off", CGO_ENABLED: "0" };
const stdin = JSON.stringify(rows);
const recorded = await runOrThrow("go", ["run", "./formulas"], { cwd: folder, env, stdin });
const table = { source: `${language} ${version}`, rows: JSON.parse(recorded) as unknown };
await writeFile(path, await format(JSON.stringify(table), { parser: "json" }));
