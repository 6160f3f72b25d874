import type { Architecture } from "./image.ts";

/** A package of Debian 12 and its files in the image. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX, for the included files. */
  readonly licence: string;
  /** A single checksum if the same file serves every architecture. */
  readonly sha256: string | Readonly<Record<Architecture, string>>;
  /** Folder of its shared libraries, above that of the architecture, and their names for loading. */
  readonly libraries?: { readonly folder: string; readonly names: readonly string[] };
}

const gcc = "12.2.0-14+deb12u1";
const gccLicence = "GPL-3.0-or-later WITH GCC-exception-3.1";

/**
 * The libraries of Node.js, and the certificate authorities. `apt-cache show NAME` shows versions and
 * checksums; for the other architecture, with `-o APT::Architecture=arm64` and separate lists.
 */
export const debianPackages: readonly DebianPackage[] = [
  {
    name: "libc6",
    version: "2.36-9+deb12u14",
    licence: "LGPL-2.1-or-later",
    sha256: {
      x64: "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
      arm64: "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
    },
    libraries: {
      folder: "lib",
      names: ["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0"],
    },
  },
  {
    name: "libgcc-s1",
    version: gcc,
    licence: gccLicence,
    sha256: {
      x64: "3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7",
      arm64: "576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3",
    },
    libraries: { folder: "lib", names: ["libgcc_s.so.1"] },
  },
  {
    name: "libstdc++6",
    version: gcc,
    licence: gccLicence,
    sha256: {
      x64: "5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d",
      arm64: "26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2",
    },
    libraries: { folder: "usr/lib", names: ["libstdc++.so.6"] },
  },
  {
    // For the copyright of the two packages above, whose folders link here.
    name: "gcc-12-base",
    version: gcc,
    licence: gccLicence,
    sha256: {
      x64: "1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619",
      arm64: "674cf6cba6d432bd200c45fe866c1652c7a53523cc2e7a613e05bc4abf7b5440",
    },
  },
  {
    name: "ca-certificates",
    version: "20250419~deb12u2",
    licence: "MPL-2.0",
    sha256: "b9f76b5271a7ac373fd5e7e1b5b826a71ddd702b42a0d104955ecb1acfffc94b",
  },
];

/** The checksum of the file for this architecture. */
export const checksumOf = ({ sha256 }: DebianPackage, architecture: Architecture): string =>
  typeof sha256 === "string" ? sha256 : sha256[architecture];
