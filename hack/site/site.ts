/**
 * Builds the site into dist/site: `make site`. Its packages are its own, in hack/site/, so that nothing else depends on
 * them. The pages of the checkout are at its root; those of earlier releases, from their Git tags, in folders.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { command } from "../host/command.ts";
import { run, runOrThrow } from "../host/run.ts";
import { siteBase, siteFolder, stage } from "./stage.ts";
import { earlierVersions, type SiteVersion, versionsPage } from "./versions.ts";

const root = join(import.meta.dirname, "../..");
const own = import.meta.dirname;
/** Below the packages, where the configuration finds VitePress. */
const staged = join(own, "stage");

await command(async () => {
  await installPackages();
  const earlier = earlierVersions(tags(), packageJson.version);
  const current = { version: packageJson.version, folder: "" };
  rmSync(siteFolder, { recursive: true, force: true });
  // First, because VitePress empties its folder.
  await buildPages(root, current, earlier);
  for (const version of earlier) await buildTag(version, earlier);
});

/** hack/site/package-lock.json pins them. */
async function installPackages(): Promise<void> {
  const installed = join(own, "node_modules/.package-lock.json");
  const pinned = join(own, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(pinned).mtimeMs) return;
  await runOrThrow("npm", ["ci", "--no-audit", "--no-fund"], { cwd: own });
}

/** None in a source archive. */
function tags(): string[] {
  if (!existsSync(join(root, ".git"))) return [];
  return execFileSync("git", ["-C", root, "tag"], { encoding: "utf8" }).split("\n");
}

async function buildTag(version: SiteVersion, earlier: readonly SiteVersion[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-site-"));
  try {
    const archive = join(folder, "tag.tar");
    await runOrThrow("git", ["-C", root, "archive", `--output=${archive}`, version.tag]);
    await runOrThrow("tar", ["-xf", archive, "-C", folder]);
    await buildPages(folder, version, earlier);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Built = Pick<SiteVersion, "version" | "folder">;

async function buildPages(
  checkout: string,
  { version, folder }: Built,
  earlier: readonly SiteVersion[],
): Promise<void> {
  rmSync(staged, { recursive: true, force: true });
  const pages = [...stage(checkout, staged), "versions.md"];
  const hasReports = folder === "";
  if (hasReports) await addReports(join(staged, "public/reports"));
  writeFileSync(join(staged, "versions.md"), versionsPage(packageJson.version, earlier, folder));
  mkdirSync(join(staged, ".vitepress"), { recursive: true });
  const config = 'export { default } from "../../config.mjs";\n';
  writeFileSync(join(staged, ".vitepress/config.mjs"), config);
  cpSync(join(own, "theme"), join(staged, ".vitepress/theme"), { recursive: true });
  const base = siteBase + (folder === "" ? "" : `${folder}/`);
  const outDir = join(siteFolder, folder);
  const env = {
    ...process.env,
    SITE: JSON.stringify({ base, outDir, version, pages, hasReports }),
  };
  const vitepress = join(own, "node_modules/vitepress/bin/vitepress.js");
  const built = await run(process.execPath, [vitepress, "build", staged], { env });
  if (built.code !== 0) throw new Error(`${built.stdout}\n${built.stderr}`);
  rmSync(staged, { recursive: true });
  console.log(`${pages.length} pages of ${version} are in ${outDir}`);
}

/** What `make try` and `make fleet-demo` write, as live pages. Needs the bundle in dist/. */
async function addReports(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const script = ["run", "--silent"];
  const report = ["--report", join(folder, "try.html")];
  await runOrThrow("npm", [...script, "try", "--", ...report], { cwd: root });
  const env = { ...process.env, REPORT: join(folder, "fleet.html") };
  await runOrThrow("npm", [...script, "demo:fleet"], { cwd: root, env });
}
