import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { run, runOrThrow } from "../../hack/host/run.ts";
import { buildReleasePrograms } from "../../hack/release/programs.ts";
import { startRegistry } from "../../hack/release/registry.ts";
import { ephemeralKey } from "../../hack/release/sign.ts";
import { commandsOf, root } from "../integration/doc-commands.ts";

mkdirSync(join(root, "dist"), { recursive: true });
// On the file system of node_modules.
const folder = mkdtempSync(join(root, "dist", "release-check-"));
const { version } = packageJson;
const [first, second] = [join(folder, "a"), join(folder, "a-longer-name/b")];
const filesOf = (clone: string): string => join(clone, "dist/release", version);

let registry: Awaited<ReturnType<typeof startRegistry>>;
let env: NodeJS.ProcessEnv;

/** A release of the last commit, as its owner makes it. */
async function releaseFrom(clone: string): Promise<void> {
  mkdirSync(dirname(clone), { recursive: true });
  await runOrThrow("git", ["clone", "--quiet", root, clone]);
  // Links to files, because esbuild writes the path of a package behind a link to a folder into the bundle.
  await runOrThrow("cp", ["-al", join(root, "node_modules"), clone]);
  for (const script of ["build", "release"])
    await runOrThrow("npm", ["run", "--silent", script], { cwd: clone, env });
}

beforeAll(async () => {
  registry = await startRegistry(join(folder, "registry"));
  const { cosign, crane } = await buildReleasePrograms();
  const path = [dirname(cosign), dirname(crane), process.env["PATH"]].join(":");
  env = { ...process.env, ...(await ephemeralKey()), PATH: path, REGISTRY: registry.host };
  await releaseFrom(first);
  await releaseFrom(second);
  const publish = join(first, "hack/release/publish.ts");
  await runOrThrow("node", [publish, filesOf(first)], { cwd: first, env });
});
afterAll(async () => {
  await registry.stop();
  rmSync(folder, { recursive: true });
});

/** A line of the page, with this registry and version. */
const here = (command: string): string =>
  command.replaceAll("registry.example.com", registry.host).replaceAll("0.1.0", version);
const shell = (command: string, cwd: string) =>
  run("bash", ["-o", "pipefail", "-c", here(command)], { cwd, env });
const commands = commandsOf("docs/verify.md").map(({ command }) => command);

describe("a release", () => {
  it("has the same digests from clones in two folders", () => {
    const [one, other] = [first, second].map(clone =>
      readFileSync(join(filesOf(clone), "SHA256SUMS"), "utf8"),
    );
    expect(other).toBe(one);
  });

  it.each(commands)("passes the check of docs/verify.md: %s", async command => {
    const { code, stderr } = await shell(command, filesOf(first));
    expect(code, stderr).toBe(0);
  });

  it.each([
    { changed: "SHA256SUMS", command: /^cosign verify-blob / },
    { changed: "krew.yaml", command: /^sha256sum/ },
    { changed: "install.yaml", command: /^cosign verify-blob-attestation/ },
    { changed: `trimtab-${version}.tgz`, command: /^crane manifest/ },
  ])("does not pass it with another $changed", async ({ changed, command }) => {
    const copy = join(folder, "changed");
    cpSync(filesOf(first), copy, { recursive: true });
    appendFileSync(join(copy, changed), "\n");
    const { code } = await shell(commands.find(line => command.test(line)) ?? "", copy);
    rmSync(copy, { recursive: true });
    expect(code).not.toBe(0);
  });

  it("is not verified by another key", async () => {
    const copy = join(folder, "other-key");
    cpSync(filesOf(first), copy, { recursive: true });
    const { cosign } = await buildReleasePrograms();
    await runOrThrow(cosign, ["generate-key-pair", "--output-key-prefix=other"], {
      cwd: copy,
      env,
    });
    copyFileSync(join(copy, "other.pub"), join(copy, "cosign.pub"));
    for (const command of commands.filter(line => line.startsWith("cosign")))
      expect((await shell(command, copy)).code, command).not.toBe(0);
  });

  it("arrives in the registry for both platforms", async () => {
    const { stdout } = await shell("crane manifest registry.example.com/trimtab:0.1.0", folder);
    const { manifests } = JSON.parse(stdout) as { manifests: { platform: object }[] };
    expect(manifests.map(({ platform }) => platform)).toEqual([
      { architecture: "amd64", os: "linux" },
      { architecture: "arm64", os: "linux" },
    ]);
  });
});
