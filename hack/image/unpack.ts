import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { runOrThrow } from "../host/run.ts";

/** An image's files and its default start parameters. */
export interface UnpackedImage {
  readonly rootfs: string;
  readonly entrypoint: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir: string;
  readonly uid: number;
  readonly gid: number;
}

interface Descriptor {
  readonly digest: string;
}

interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Env?: readonly string[];
  readonly WorkingDir?: string;
}

/** Unpacks the layers of an OCI layout on top of each other, like a container engine before a start. */
export async function unpackImage(layout: string, rootfs: string): Promise<UnpackedImage> {
  const blob = ({ digest }: Descriptor): string => join(layout, "blobs", digest.replace(":", "/"));
  const [manifest] = (
    await readJson<{ manifests: readonly Descriptor[] }>(join(layout, "index.json"))
  ).manifests;
  if (!manifest) throw new Error(`${layout} holds no image: build it with \`make image\`.`);
  const { config, layers } = await readJson<{
    config: Descriptor;
    layers: readonly Descriptor[];
  }>(blob(manifest));
  await mkdir(rootfs, { recursive: true });
  for (const layer of layers) {
    await runOrThrow("tar", ["--extract", "--gzip", "--file", blob(layer), "--directory", rootfs]);
  }
  const {
    User,
    Entrypoint,
    Env = [],
    WorkingDir = "/",
  } = (await readJson<{ config: ImageConfig }>(blob(config))).config;
  const [uid = NaN, gid = NaN] = User.split(":").map(Number);
  const env = Object.fromEntries(Env.map(entry => splitOnce(entry)));
  return { rootfs, entrypoint: Entrypoint, env, workingDir: WorkingDir, uid, gid };
}

function splitOnce(entry: string): [string, string] {
  const at = entry.indexOf("=");
  return [entry.slice(0, at), entry.slice(at + 1)];
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, "utf8")) as Content;
}
