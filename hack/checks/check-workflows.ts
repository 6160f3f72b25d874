/** `make lint-workflows`: actionlint is built from its Go module, and zizmor comes from PyPI. Both are pinned. */
import { join } from "node:path";

import { cacheFolder } from "../host/cache.ts";
import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";

const root = join(import.meta.dirname, "../..");
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.8";
const zizmor = "zizmor==1.16.0";

await command(async () => {
  const asked = { cwd: root };
  console.log(await runOrThrow("go", ["run", actionlint, "-shellcheck=", "-pyflakes="], asked));
  const tools = join(cacheFolder(), "zizmor");
  await runOrThrow("python3", ["-m", "venv", tools]);
  await runOrThrow(join(tools, "bin/pip"), ["install", "--quiet", zizmor]);
  console.log(await runOrThrow(join(tools, "bin/zizmor"), ["--offline", ".github"], asked));
});
