/**
 * Builds the site into dist/site: `make site`. Its packages are its own, in hack/site/, so that nothing else depends on
 * them. VitePress fails if a link leads to a page that does not exist.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { run, runOrThrow } from "../host/run.ts";
import { siteFolder, stage } from "./stage.ts";

const root = join(import.meta.dirname, "../..");
const own = import.meta.dirname;
/** Below the packages, where the configuration finds VitePress. */
const staged = join(own, "stage");

await command(async () => {
  const isMissing = !existsSync(join(own, "node_modules/vitepress"));
  if (isMissing) await runOrThrow("npm", ["ci", "--no-audit", "--no-fund"], { cwd: own });
  rmSync(staged, { recursive: true, force: true });
  const pages = stage(root, staged);
  await addReports(join(staged, "public/reports"));
  mkdirSync(join(staged, ".vitepress"), { recursive: true });
  const config = 'export { default } from "../../config.mjs";\n';
  writeFileSync(join(staged, ".vitepress/config.mjs"), config);
  cpSync(join(own, "theme"), join(staged, ".vitepress/theme"), { recursive: true });
  const vitepress = join(own, "node_modules/vitepress/bin/vitepress.js");
  const env = { ...process.env, SITE_OUT: siteFolder };
  const { code, stdout, stderr } = await run(process.execPath, [vitepress, "build", staged], {
    env,
  });
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  rmSync(staged, { recursive: true });
  console.log(`${pages.length} pages are in ${siteFolder}`);
});

/** What `make try` and `trimtab fleet` write, as live pages. Needs the bundle in dist/. */
async function addReports(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const trimtab = join(root, "bin/trimtab");
  const loads = "docs/loads";
  const compared = ["hpa", "hpa-tuned", "autoscaler"].flatMap(name => [
    "-f",
    `${loads}/${name}.yaml`,
  ]);
  const load = ["--load", `${loads}/nasa-http-1995-07.csv.gz`, "--unit", "requests a minute"];
  const report = (name: string): string => `--report=${join(folder, name)}`;
  const asked = { cwd: root };
  await runOrThrow(
    process.execPath,
    [trimtab, "simulate", ...compared, ...load, report("try.html")],
    asked,
  );
  await runOrThrow(
    process.execPath,
    [trimtab, "fleet", "-f", "docs/fleet", report("fleet.html")],
    asked,
  );
}
