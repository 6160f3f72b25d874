import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";

import packageJson from "../../package.json" with { type: "json" };
import { buildVersion } from "../build/version.ts";
import { checksumOf, debianPackages, type DebianPackage } from "./debian-packages.ts";
import { architectures, createdAt, image, type Architecture } from "./image.ts";
import type { BundledPackage } from "./licences.ts";

/** The bill of materials: its file name in dist/image/ and in the image. */
export const materialsFile = "sbom.cdx.json";

/** The image's bill of materials, as CycloneDX 1.6. */
export function materialsText(
  bundled: readonly BundledPackage[],
  architecture: Architecture,
): string {
  const whole = new Models.Component(Enums.ComponentType.Container, packageJson.name, {
    bomRef: packageJson.name,
    version: buildVersion(),
    licenses: licence(packageJson.license),
  });
  const parts = [
    node(architecture),
    ...debianPackages.map(found => debian(found, architecture)),
    ...bundled.map(npm),
  ];
  for (const { bomRef } of parts) whole.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: whole, timestamp: createdAt() }),
    components: new Models.ComponentRepository(parts),
  });
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const options = { sortLists: true, space: 2 };
  return `${new Serialize.JsonSerializer(factory).serialize(bom, options)}\n`;
}

function npm({ name, version, licence: says }: BundledPackage): Models.Component {
  const [group, own = ""] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = new PackageURL("npm", group, own, version, undefined, undefined).toString();
  return new Models.Component(Enums.ComponentType.Library, own, {
    ...{ bomRef: purl, purl, version, licenses: licence(says) },
    ...(group === undefined ? {} : { group }),
  });
}

/** The package that contains the binary of Node.js. */
function node(architecture: Architecture): Models.Component {
  const version = packageJson.optionalDependencies[`node-linux-${architecture}`];
  const purl = new PackageURL("generic", undefined, "node", version, undefined, undefined);
  return new Models.Component(Enums.ComponentType.Platform, "node", {
    ...{ bomRef: purl.toString(), purl: purl.toString(), version, licenses: licence("MIT") },
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    description: `From node-linux-${architecture} of npm, at ${image.entrypoint[0]}`,
  });
}

function debian(found: DebianPackage, architecture: Architecture): Models.Component {
  const { name, version, sha256, licence: says } = found;
  const arch = typeof sha256 === "string" ? "all" : architectures[architecture].debian;
  const qualifiers = { arch, distro: "bookworm" };
  const purl = new PackageURL("deb", "debian", name, version, qualifiers, undefined).toString();
  const checksum = checksumOf(found, architecture);
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...{ bomRef: purl, purl, version, licenses: licence(says) },
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], checksum]]),
  });
}

function licence(says: string): Models.LicenseRepository {
  const isExpression = says.includes(" ");
  const found = isExpression ? new Models.LicenseExpression(says) : new Models.SpdxLicense(says);
  return new Models.LicenseRepository([found]);
}
