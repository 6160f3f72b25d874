import satisfies from "spdx-satisfies";

import { allowedLicences } from "../image/licences.ts";
import { isBundled, type Lockfile } from "./lockfile.ts";

/**
 * Licences that only packages outside of a release may have: data, and tools that we do not change. What a release
 * contains is checked by its bundle (hack/image/licences.ts).
 */
const alsoAllowed = ["CC-BY-3.0", "CC-BY-4.0", "CC0-1.0", "MPL-2.0", "Python-2.0", "Zlib"];
const allowed = [...allowedLicences, ...alsoAllowed];

/** Packages with a licence that a release of this project could not meet; one sentence each. */
export const licenceProblems = ({ packages }: Pick<Lockfile, "packages">): string[] =>
  Object.entries(packages).flatMap(([path, { license }]) => {
    // A bundled package is covered by the package that contains it.
    if (path === "" || isBundled(path, packages) || isAllowed(license)) return [];
    const says = license === undefined ? "names no licence" : `has the licence ${license}`;
    return [`package-lock.json: ${path} ${says}: read it, and allow it in hack/checks/licences.ts`];
  });

function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  try {
    return satisfies(expression, allowed);
  } catch {
    // It is no SPDX expression, such as "SEE LICENSE IN FILE".
    return false;
  }
}
