import { runOrThrow } from "../host/run.ts";
import { createdAt } from "../image/image.ts";

/**
 * Packs entries of a folder. The same content results in the same bytes, in any folder, at any time and for any user.
 * A name that ends in gz or tgz is compressed.
 */
export async function pack(
  folder: string,
  entries: readonly string[],
  file: string,
): Promise<void> {
  const when = `--mtime=@${createdAt().getTime() / 1000}`;
  const anonymous = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  const compress = file.endsWith("gz") ? ["--use-compress-program=gzip -9n"] : [];
  await runOrThrow("tar", [
    ...["-c", "--format=gnu", "--sort=name", when],
    ...[...anonymous, ...compress, "-f", file, "-C", folder, ...entries],
  ]);
}

/** Packs an OCI image layout, as `crane push`, `ctr images import` and `skopeo copy oci-archive:` read it. */
export const packLayout = (layout: string, file: string): Promise<void> =>
  pack(layout, ["blobs", "index.json", "oci-layout"], file);
