/** OCI image layouts of what a registry receives: an index of images, and an artifact. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

interface Index {
  readonly manifests: readonly Descriptor[];
}

type Annotations = Readonly<Record<string, string>>;

const indexType = "application/vnd.oci.image.index.v1+json";
const manifestType = "application/vnd.oci.image.manifest.v1+json";

export const sha256 = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** Joins layouts with one image each into one index. Returns its digest. */
export function writeIndex(layouts: readonly string[], target: string, tag: string): string {
  empty(target);
  for (const layout of layouts)
    cpSync(join(layout, "blobs"), join(target, "blobs"), { recursive: true });
  const manifests = layouts.flatMap(layout => {
    const text = readFileSync(join(layout, "index.json"), "utf8");
    // The name of an image belongs to its own layout: here, only the index has one.
    return (JSON.parse(text) as Index).manifests.map(({ mediaType, digest, size, ...rest }) => {
      const { platform } = rest as { readonly platform?: unknown };
      return { mediaType, digest, size, platform };
    });
  });
  const index = { schemaVersion: 2, mediaType: indexType, manifests };
  return finish(target, blob(target, indexType, JSON.stringify(index)), tag);
}

export interface Artifact {
  readonly config: { readonly mediaType: string; readonly text: string };
  readonly layer: { readonly mediaType: string; readonly file: string };
  readonly annotations: Annotations;
}

/** Returns the digest of the manifest. */
export function writeArtifact(artifact: Artifact, target: string, tag: string): string {
  empty(target);
  const manifest = {
    schemaVersion: 2,
    mediaType: manifestType,
    config: blob(target, artifact.config.mediaType, artifact.config.text),
    layers: [blob(target, artifact.layer.mediaType, readFileSync(artifact.layer.file))],
    annotations: artifact.annotations,
  };
  return finish(target, blob(target, manifestType, JSON.stringify(manifest)), tag);
}

/** What a layout names first: the digest by which a registry identifies it. */
export function digestOf(layout: string): string {
  const { manifests } = JSON.parse(readFileSync(join(layout, "index.json"), "utf8")) as Index;
  const [first] = manifests;
  if (first === undefined) throw new Error(`${layout} is an empty OCI layout.`);
  return first.digest;
}

/** The digests of the images of an index, by architecture. */
export function platformsIn(layout: string): Readonly<Record<string, string>> {
  const file = join(layout, "blobs", digestOf(layout).replace(":", "/"));
  const { manifests } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly manifests: readonly (Descriptor & {
      readonly platform: { readonly architecture: string };
    })[];
  };
  return Object.fromEntries(
    manifests.map(({ platform, digest }) => [platform.architecture, digest]),
  );
}

function empty(target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "blobs/sha256"), { recursive: true });
}

function blob(target: string, mediaType: string, content: string | Uint8Array): Descriptor {
  const digest = sha256(content);
  writeFileSync(join(target, "blobs/sha256", digest), content);
  return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(content) };
}

function finish(target: string, descriptor: Descriptor, tag: string): string {
  const annotations = { "org.opencontainers.image.ref.name": tag };
  const index = {
    schemaVersion: 2,
    mediaType: indexType,
    manifests: [{ ...descriptor, annotations }],
  };
  writeFileSync(join(target, "index.json"), JSON.stringify(index));
  writeFileSync(join(target, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return descriptor.digest;
}
