import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, posix } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import packageJson from "../../package.json" with { type: "json" };
import { run, runOrThrow } from "../../hack/host/run.ts";
import { buildReleasePrograms } from "../../hack/release/programs.ts";
import { checksums, subjectsOf } from "../../hack/release/proof.ts";
import { startRegistry } from "../../hack/release/registry.ts";
import { ephemeralKey } from "../../hack/release/sign.ts";
import { root } from "../integration/doc-commands.ts";
import { cloneWithPackages, runScripts } from "./clone.ts";
import { runVerify, verifyCommands } from "./verify-page.ts";

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
  await cloneWithPackages(clone);
  await runScripts(clone, ["build", "release"], env);
}

beforeAll(async () => {
  registry = await startRegistry(join(folder, "registry"));
  env = { ...process.env, ...(await ephemeralKey()), REGISTRY: registry.host };
  await releaseFrom(first);
  await releaseFrom(second);
  const { code, stderr } = await publishFrom(filesOf(first), {});
  expect(code, stderr).toBe(0);
});
afterAll(async () => {
  await registry.stop();
  rmSync(folder, { recursive: true });
});

const shell = (command: string, inFolder: string) =>
  runVerify(command, { folder: inFolder, registry: registry.host });

interface Krew {
  readonly spec: {
    readonly platforms: readonly { readonly uri: string; readonly sha256: string }[];
  };
}

/** For which processor a program is, by the header of ELF, Mach-O or PE. */
function machineOf(program: Buffer): number {
  if (program[0] === 0x7f) return program.readUInt16LE(0x12);
  if (program[0] === 0xcf) return program.readUInt32LE(4);
  return program.readUInt16LE(program.readUInt32LE(0x3c) + 4);
}

/** Runs work on a copy of the release's files. */
async function onCopy<Value>(work: (copy: string) => Promise<Value>): Promise<Value> {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(filesOf(first), copy, { recursive: true });
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const publishFrom = (copy: string, own: NodeJS.ProcessEnv, ...options: readonly string[]) =>
  run("node", [join(first, "hack/release/publish.ts"), copy, ...options], {
    cwd: first,
    env: { ...env, ...own },
  });

/** Leaves out a line of the checksums. */
function rewrite(copy: string, line: RegExp): void {
  const sums = join(copy, "SHA256SUMS");
  writeFileSync(sums, readFileSync(sums, "utf8").replace(line, ""));
}

/** The checksums of what a folder has now. */
function resum(copy: string): void {
  const sums = join(copy, "SHA256SUMS");
  const names = readFileSync(sums, "utf8")
    .trimEnd()
    .split("\n")
    .map(line => line.slice(66));
  writeFileSync(sums, checksums(subjectsOf(copy, names)));
}

/** The archive of the command line for a platform. */
async function unpack(platform: string): Promise<string> {
  const into = join(folder, "command-line", platform);
  mkdirSync(into, { recursive: true });
  const archive = join(filesOf(first), `trimtab-${version}-${platform}.tar.gz`);
  await runOrThrow("tar", ["-xzf", archive, "-C", into]);
  return into;
}

describe("a release", () => {
  it("has the same digests from clones in two folders", () => {
    const [one, other] = [first, second].map(clone =>
      readFileSync(join(filesOf(clone), "SHA256SUMS"), "utf8"),
    );
    expect(other).toBe(one);
  });

  it.each(verifyCommands)("passes the check of docs/verify.md: %s", async command => {
    const { code, stderr } = await shell(command, filesOf(first));
    expect(code, stderr).toBe(0);
  });

  it.each([
    { changed: "SHA256SUMS", command: /^cosign verify-blob / },
    { changed: "krew.yaml", command: /^sha256sum/ },
    { changed: "install.yaml", command: /^cosign verify-blob-attestation/ },
    { changed: `trimtab-${version}.tgz`, command: /^crane manifest/ },
  ])("does not pass it with another $changed", async ({ changed, command }) => {
    const { code } = await onCopy(copy => {
      appendFileSync(join(copy, changed), "\n");
      return shell(verifyCommands.find(line => command.test(line)) ?? "", copy);
    });
    expect(code).not.toBe(0);
  });

  // prettier-ignore
  it.each([
    { shows: "a changed image",     change: (copy: string) => appendFileSync(join(copy, `trimtab-${version}-image.tar`), "\n"),              own: {},                                   says: "missing or changed" },
    { shows: "a missing file",      change: (copy: string) => rmSync(join(copy, "krew.yaml")),                                                own: {},                                   says: "missing or changed" },
    { shows: "other checksums",     change: (copy: string) => rewrite(copy, /^.*krew.yaml\n/m),                                               own: {},                                   says: "verify-blob" },
    { shows: "another registry",    change: () => undefined,                                                                                  own: { REGISTRY: "other.example.com" },    says: "make it with this REGISTRY" },
    { shows: "a registry's address", change: () => undefined,                                                                                 own: { REGISTRY: "https://a.example" },    says: "write a host in lower case" },
    { shows: "no key",              change: () => undefined,                                                                                  own: { COSIGN_PRIVATE_KEY: "" },           says: "COSIGN_PRIVATE_KEY is not set" },
  ])("is not published with $shows", async ({ change, own, says }) => {
    const { code, stderr } = await onCopy(copy => {
      change(copy);
      return publishFrom(copy, own);
    });
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });

  // prettier-ignore
  it.each([
    { shows: "an untracked file",      change: (clone: string) => writeFileSync(join(clone, "charts/trimtab/templates/scratch.yaml"), ""), own: {},                     says: "Only a commit can be signed" },
    { shows: "a file that Git ignores", change: (clone: string) => { mkdirSync(join(clone, "charts/dist")); writeFileSync(join(clone, "charts/dist/a"), ""); },       own: {},                     says: "Only a commit can be signed" },
    { shows: "another version",        change: () => undefined, own: { VERSION: "9.9.9" },              says: "not 9.9.9" },
    { shows: "no version",             change: () => undefined, own: { VERSION: "1.0.0+secret" },       says: "VERSION is no version" },
    { shows: "no registry",            change: () => undefined, own: { REGISTRY: "" },                  says: "REGISTRY is not set" },
  ])("is not made with $shows", async ({ change, own, says }) => {
    const clone = join(folder, "not-made");
    await runOrThrow("git", ["clone", "--quiet", root, clone]);
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    appendFileSync(join(clone, ".git/info/exclude"), "/node_modules\n");
    change(clone);
    const script = join(clone, "hack/release/release.ts");
    const { code, stderr } = await run("node", [script], { cwd: clone, env: { ...env, ...own } });
    rmSync(clone, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });

  it("is signed in a step of its own, with the same checksums", async () => {
    await onCopy(async copy => {
      for (const name of ["SHA256SUMS.sigstore.json", "provenance.sigstore.json", "cosign.pub"])
        rmSync(join(copy, name));
      await runOrThrow("node", [join(first, "hack/release/sign.ts"), copy], { cwd: first, env });
      for (const command of verifyCommands.filter(line => line.startsWith("cosign verify-blob")))
        expect((await shell(command, copy)).code, command).toBe(0);
    });
  });

  it("does not replace what the registry has under its version", async () => {
    const { code, stderr } = await onCopy(copy => {
      const layout = (part: string) => join(copy, `trimtab-${version}-${part}.tar`);
      cpSync(layout("chart"), layout("image"));
      resum(copy);
      return publishFrom(copy, { COSIGN_PRIVATE_KEY: "" }, "--unsigned");
    });
    expect(code).toBe(1);
    expect(stderr).toContain("choose another version");
  });

  it("is not verified by another key", async () => {
    await onCopy(async copy => {
      const { cosign } = await buildReleasePrograms();
      const generate = ["generate-key-pair", "--output-key-prefix=other"];
      await runOrThrow(cosign, generate, { cwd: copy, env });
      copyFileSync(join(copy, "other.pub"), join(copy, "cosign.pub"));
      for (const command of verifyCommands.filter(line => line.startsWith("cosign")))
        expect((await shell(command, copy)).code, command).not.toBe(0);
    });
  });

  // prettier-ignore
  it.each([
    { platform: "linux-amd64",   program: "lib/node",     begins: "7f454c46", machine: 0x3e },
    { platform: "linux-arm64",   program: "lib/node",     begins: "7f454c46", machine: 0xb7 },
    { platform: "darwin-amd64",  program: "lib/node",     begins: "cffaedfe", machine: 0x01000007 },
    { platform: "darwin-arm64",  program: "lib/node",     begins: "cffaedfe", machine: 0x0100000c },
    { platform: "windows-amd64", program: "lib/node.exe", begins: "4d5a",     machine: 0x8664 },
    { platform: "windows-arm64", program: "lib/node.exe", begins: "4d5a",     machine: 0xaa64 },
  ])("has Node.js for $platform next to the command line", async ({ platform, program, begins, machine }) => {
    const content = readFileSync(join(await unpack(platform), program));
    expect(content.toString("hex", 0, begins.length / 2)).toBe(begins);
    expect(machineOf(content)).toBe(machine);
  });

  it("has a command line that needs no Node.js of the machine, through a link as krew makes it", async () => {
    const into = await unpack("linux-amd64");
    const link = join(into, "kubectl-trimtab");
    symlinkSync(join(into, "trimtab"), link);
    const alone = { PATH: "/usr/bin:/bin" };
    const { code, stdout, stderr } = await run(link, ["version"], { env: alone });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(version);
  });

  it("is described to krew by what its archives are", () => {
    const manifest = parse(readFileSync(join(filesOf(first), "krew.yaml"), "utf8")) as Krew;
    const sums = readFileSync(join(filesOf(first), "SHA256SUMS"), "utf8");
    const listed = manifest.spec.platforms.map(
      ({ uri, sha256 }) => `${sha256}  ${posix.basename(uri)}`,
    );
    expect(listed).toHaveLength(4);
    for (const line of listed) expect(sums).toContain(line);
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
