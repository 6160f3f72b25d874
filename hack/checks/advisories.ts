/** What `npm audit --json` prints. */
import type { Lockfile } from "./lockfile.ts";

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  /** Paths in the lock file. */
  readonly nodes: readonly string[];
  /** Advisories; or names of packages that have them, for a package that depends on these. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** Without an answer of the registry, it has a message; without a request to it, an error. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

export interface Advisories {
  /** One sentence for each advisory that has to be dealt with. */
  readonly problems: readonly string[];
  /** Why nothing was checked. */
  readonly unchecked?: string;
}

const severe: ReadonlySet<string> = new Set(["high", "critical"]);

/** Every advisory about a package that a release contains, and severe ones about packages for development. */
export function advisoriesIn(
  printed: string,
  { packages }: Pick<Lockfile, "packages">,
): Advisories {
  const { vulnerabilities, message, error } = reportOf(printed);
  if (vulnerabilities === undefined)
    return { problems: [], unchecked: message ?? error?.summary ?? "npm printed no report" };
  const problems = Object.values(vulnerabilities).flatMap(({ name, severity, nodes, via }) => {
    const isDevelopment = nodes.every(path => packages[path]?.dev === true);
    if (isDevelopment && !severe.has(severity)) return [];
    return via.flatMap(each =>
      typeof each === "string" ? [] : [`${name} (${severity}): ${each.title}, ${each.url}`],
    );
  });
  return { problems };
}

function reportOf(printed: string): AuditReport {
  try {
    return (JSON.parse(printed) ?? {}) as AuditReport;
  } catch {
    return { message: `npm printed no JSON: ${printed.slice(0, 200)}` };
  }
}
