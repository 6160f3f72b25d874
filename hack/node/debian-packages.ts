import type { DebianPackage } from "../image/debian-packages.ts";

/** runc, and nft for kube-proxy, with the libraries that they load. */
export const nodePackages: readonly DebianPackage[] = [
  {
    ...{ name: "runc", version: "1.1.5+ds1-1+deb12u1", licence: "Apache-2.0" },
    sha256: "a00351f8c0318de0b424ecf5cd0fdb69880a89f3511cae4f6fff7de3e57881c5",
  },
  {
    ...{ name: "libseccomp2", version: "2.5.4-1+deb12u1", licence: "LGPL-2.1-only" },
    sha256: "108fe67957ca7cf9ba51d801118a1b37d404bea7b6e365025cd00779e9eca38d",
  },
  {
    ...{ name: "nftables", version: "1.0.6-2+deb12u2", licence: "GPL-2.0-only" },
    sha256: "966ff20ce58c17163a771c02ddbca264291408f94c512bd85dd18da0ebdbe88c",
  },
  {
    ...{ name: "libbsd0", version: "0.11.7-2", licence: "BSD-3-Clause" },
    sha256: "bb31cc8b40f962a85b2cec970f7f79cc704a1ae4bad24257a822055404b2c60b",
  },
  {
    ...{ name: "libedit2", version: "3.1-20221030-2", licence: "BSD-3-Clause" },
    sha256: "1cf14abf2716d3279db12d0657a5737cf70074a1e71d3bdf73206625e3c89ce6",
  },
  {
    ...{ name: "libgmp10", version: "2:6.2.1+dfsg1-1.1", licence: "LGPL-3.0-or-later" },
    sha256: "187aedef2ed763f425c1e523753b9719677633c7eede660401739e9c893482bd",
  },
  {
    ...{ name: "libjansson4", version: "2.14-2", licence: "MIT" },
    sha256: "3fc9742f9f1a37bcb9931df6074b4d1483419ef832ad5349f47323e75fc27864",
  },
  {
    ...{ name: "libmd0", version: "1.0.4-2", licence: "BSD-3-Clause" },
    sha256: "03539fd30c509e27101d13a56e52eda9062bdf1aefe337c07ab56def25a13eab",
  },
  {
    ...{ name: "libmnl0", version: "1.0.4-3", licence: "LGPL-2.1-or-later" },
    sha256: "4581f42e3373cb72f9ea4e88163b17873afca614a6c6f54637e95aa75983ea7c",
  },
  {
    ...{ name: "libnftables1", version: "1.0.6-2+deb12u2", licence: "GPL-2.0-only" },
    sha256: "3a8223f9bfba99d97bf25296ac83de307ab036e1df63e5965f88809266851947",
  },
  {
    ...{ name: "libnftnl11", version: "1.2.4-2", licence: "GPL-2.0-or-later" },
    sha256: "9e619e1470a1915264e906020f3bfc046fd8458043b1342686d997b5078213af",
  },
  {
    ...{ name: "libtinfo6", version: "6.4-4", licence: "MIT" },
    sha256: "072d908f38f51090ca28ca5afa3b46b2957dc61fe35094c0b851426859a49a51",
  },
  {
    ...{ name: "libxtables12", version: "1.8.9-2", licence: "GPL-2.0-or-later" },
    sha256: "cb841d66950a43af4a398625313d2f3da9065299c9738538de6c2c3495857040",
  },
];
