import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { buildPeprModule } from "../build/pepr-module.ts";
import { runOrThrow } from "../host/run.ts";
import { createdAt } from "../image/image.ts";
import { writeImage } from "../image/layout.ts";

import packageJson from "../../package.json" with { type: "json" };

const { pepr: version } = packageJson.dependencies;

/**
 * Pepr's controller image, made of its npm package and our image's Node.js, since no registry of images is reachable; and the
 * module, as `pepr build` packs it for that image.
 *
 * @param base   the folder of a layer with Node.js
 * @param image  the name of the image, without its tag
 */
export async function makePepr(
  base: string,
  folder: string,
  image: string,
): Promise<{ readonly layout: string }> {
  await rm(folder, { recursive: true, force: true });
  const files = join(folder, "files");
  const app = join(files, "app");
  await mkdir(app, { recursive: true });
  await writeFile(join(app, "package.json"), "{}");
  const asked = ["install", `pepr@${version}`, "--save=false", "--bin-links=false"];
  const quiet = ["--ignore-scripts", "--omit=peer", "--no-audit", "--no-fund"];
  await runOrThrow("npm", [...asked, ...quiet], { cwd: app });
  // The controller unpacks the module here.
  await chmod(app, 0o777);
  const config = { User: "65532:65532", Entrypoint: ["/usr/bin/node"], WorkingDir: "/app" };
  const described = { reference: version, architecture: "amd64", created: createdAt(), config };
  const layout = join(folder, "oci");
  await writeImage(described, [base, files], layout);
  const module = join(folder, "module");
  await mkdir(module);
  await buildPeprModule(module, `--custom-image=${image}:${version}`);
  return { layout };
}

/** Where `makePepr` has put the manifest of the module. */
export const peprManifest = (folder: string): string =>
  join(folder, "module/dist/pepr-module-trimtab.yaml");
