/** Assembles the image's files, a folder for each layer: FOLDER/base, FOLDER/app. */
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { current } from "../build/archive.ts";
import { command } from "../host/command.ts";
import { debianPackages } from "./debian-packages.ts";
import { unpackDebian } from "./debian.ts";
import { nodePackage } from "./foreign/node-package.ts";
import { architectures, image, thisArchitecture, type Architecture, type Layer } from "./image.ts";
import { bundledPackages, licencesFile, licenceTexts } from "./licences.ts";
import { materialsFile, materialsText } from "./materials.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = "usr/share/doc";

export async function makeRootfs(
  folder: string,
  architecture: Architecture,
  bundle: string,
): Promise<Record<Layer, string>> {
  await rm(folder, { recursive: true, force: true });
  const [base, app] = [join(folder, "base"), join(folder, "app")];
  await addNode(base, architecture);
  const unpacked = join(folder, "unpacked");
  await unpackDebian(architecture, unpacked);
  await addLibraries(unpacked, base, architecture);
  await addAuthorities(unpacked, base);
  await addCopyrights(unpacked, base);
  await addAccounts(base);
  await rm(unpacked, { recursive: true });
  await addApp(app, architecture, bundle);
  return { base, app };
}

/** Node's own binary, from the package that package-lock.json pins. */
async function addNode(base: string, architecture: Architecture): Promise<void> {
  const node = await nodePackage(architecture);
  await copy(join(node, "bin/node"), join(base, image.entrypoint[0]));
  await copy(join(node, "LICENSE"), join(base, documents, "node/LICENSE"));
}

/** Real files under the requested names, because the links in a package are absolute. */
async function addLibraries(from: string, base: string, architecture: Architecture): Promise<void> {
  const { libraries: triple, loader } = architectures[architecture];
  await copy(join(from, "lib", triple, basename(loader)), join(base, loader));
  for (const { libraries } of debianPackages) {
    for (const name of libraries?.names ?? []) {
      const path = join(libraries?.folder ?? "", triple, name);
      await copy(join(from, path), join(base, path));
    }
  }
}

/** One file with all authorities, like that of `update-ca-certificates`. */
async function addAuthorities(from: string, base: string): Promise<void> {
  const folder = join(from, "usr/share/ca-certificates/mozilla");
  const names = (await readdir(folder)).filter(name => name.endsWith(".crt")).sort();
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), "utf8")));
  await write(join(base, "etc/ssl/certs/ca-certificates.crt"), texts.join(""));
}

async function addCopyrights(from: string, base: string): Promise<void> {
  for (const { name } of debianPackages) {
    const file = join(documents, name, "copyright");
    await copy(join(from, file), join(base, file));
  }
}

async function addAccounts(base: string): Promise<void> {
  const { uid, gid } = image.user;
  const shell = "/sbin/nologin";
  await write(
    join(base, "etc/passwd"),
    `root:x:0:0:root:/:${shell}\nnonroot:x:${uid}:${gid}:nonroot:/:${shell}\n`,
  );
  await write(join(base, "etc/group"), `root:x:0:\nnonroot:x:${gid}:\n`);
  // Without it, glibc queries DNS for localhost.
  await write(join(base, "etc/nsswitch.conf"), "hosts: files dns\n");
}

/** Without its source map, which is larger than the bundle and which Node reads only on request. */
async function addApp(app: string, architecture: Architecture, bundle: string): Promise<void> {
  await copy(bundle, join(app, image.bundle));
  const ours = join(app, documents, "trimtab");
  const bundled = bundledPackages();
  await copy(join(root, "LICENSE"), join(ours, "LICENSE"));
  await write(join(ours, licencesFile), licenceTexts(bundled));
  await write(join(ours, materialsFile), materialsText(bundled, architecture));
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(await realpath(from), to, constants.COPYFILE_FICLONE);
}

async function write(to: string, text: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, text);
}

if (import.meta.main) {
  await command(async () => {
    const [folder] = process.argv.slice(2);
    if (folder === undefined) throw new Error("Name the folder: node hack/image/rootfs.ts FOLDER");
    await makeRootfs(folder, thisArchitecture(), current.bundle);
  });
}
