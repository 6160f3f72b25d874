import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { parse, parseDocument, stringify } from "yaml";

import { pack } from "../build/pack.ts";
import { helm } from "../cluster/helm/helm.ts";
import { createdAt } from "../image/image.ts";
import type { Change } from "./notes.ts";
import { writeArtifact } from "./oci.ts";
import { repositories, sitePage } from "./owner.ts";

export interface ChartOf {
  readonly version: string;
  /** The digest of the image that it installs. */
  readonly digest: string;
  readonly changes: readonly Change[];
}

/** Writes the chart of a release as a folder `trimtab`: it names the image by its digest. */
export function stageChart(of: ChartOf, chart: string, into: string): string {
  const folder = join(into, "trimtab");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  cpSync(chart, folder, { recursive: true });
  edit(join(folder, "values.yaml"), {
    "image.repository": repositories.image,
    "image.digest": of.digest,
    "prometheusRule.runbookUrl": sitePage("alerts"),
  });
  edit(join(folder, "Chart.yaml"), {
    version: of.version,
    appVersion: of.version,
    ...Object.fromEntries(
      Object.entries(annotations(of)).map(([name, value]) => [`annotations/${name}`, value]),
    ),
  });
  return folder;
}

/** https://artifacthub.io/docs/topics/annotations/helm. It finds Cosign's signature without an annotation. */
function annotations({ version, digest, changes }: ChartOf) {
  const image = `${repositories.image}:${version}@${digest}`;
  const platforms = ["linux/amd64", "linux/arm64"];
  return {
    "artifacthub.io/images": stringify([{ name: "trimtab", image, platforms }]),
    "artifacthub.io/changes": stringify(changes),
    "artifacthub.io/prerelease": String(/^0\.|-/.test(version)),
  };
}

/** Sets values by their paths, and keeps comments and layout. An annotation's name has dots, so its path has a slash. */
function edit(file: string, values: Readonly<Record<string, string>>): void {
  const document = parseDocument(readFileSync(file, "utf8"));
  for (const [path, value] of Object.entries(values)) {
    const [first = "", ...rest] = path.split("/");
    document.setIn(rest.length > 0 ? [first, rest.join("/")] : first.split("."), value);
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}

/** Packs the chart and writes it as the artifact that Helm pulls. Helm would put the time of the build into both. */
export async function packChart(folder: string, file: string, layout: string): Promise<string> {
  await helm(["lint", "--quiet", folder]);
  await pack(join(folder, ".."), ["--exclude=.helmignore", "trimtab"], file);
  const about = parse(readFileSync(join(folder, "Chart.yaml"), "utf8")) as Record<string, string>;
  const { name = "", version = "", description = "", home = "" } = about;
  return writeArtifact(
    {
      config: {
        mediaType: "application/vnd.cncf.helm.config.v1+json",
        text: JSON.stringify(about),
      },
      layer: { mediaType: "application/vnd.cncf.helm.chart.content.v1.tar+gzip", file },
      annotations: {
        "org.opencontainers.image.title": name,
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.description": description,
        "org.opencontainers.image.url": home,
        "org.opencontainers.image.created": createdAt().toISOString(),
      },
    },
    layout,
    version,
  );
}
