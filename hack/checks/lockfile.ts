/** One package of package-lock.json. */
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly bundleDependencies?: readonly string[];
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  /** Only development needs it. */
  readonly dev?: boolean;
  /** An SPDX expression. */
  readonly license?: string;
}

/** Part of the archive of a package above it, which has a hash. Otherwise the field is only a claim. */
export function isBundled(path: string, packages: Lockfile["packages"]): boolean {
  if (packages[path]?.inBundle !== true) return false;
  const parts = path.split("/node_modules/");
  return parts.slice(1).some((_, index) => {
    const above = packages[parts.slice(0, index + 1).join("/node_modules/")];
    return hasHash(above) && (above?.bundleDependencies ?? []).length > 0;
  });
}

const hasHash = (locked: Locked | undefined): boolean => digest.test(locked?.integrity ?? "");

/** The folders with a package.json and a lock file of their own. */
export const packageFolders = [".", "hack/site", "hack/release/platforms"] as const;

export interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

type Versions = Readonly<Record<string, string>>;

/** The parts of package.json that decide what is installed. */
export interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const digest = /^sha512-[\w+/]{86}==$/;

/**
 * Why the packages could differ from those that were locked, or run code while they are installed; one sentence each.
 * A package without an address comes from the one registry that npm is configured with, and its hash shows that it is
 * the same one. So an address of any kind, which could be that of another server or a Git repository, is a mistake.
 */
export function problemsOf(lockfile: Lockfile, manifest: Manifest, npmrc: string): string[] {
  const settings = npmrc.split("\n").map(line => line.replaceAll(" ", ""));
  const elsewhere = settings.filter(
    line => line.includes("registry=") && !line.startsWith("omit-"),
  );
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return [
    ...(settings.includes("ignore-scripts=true")
      ? []
      : [".npmrc does not set ignore-scripts=true: packages would run code as they are installed"]),
    ...elsewhere.map(line => `.npmrc sets ${line}: remove it, so that all come from one registry`),
    ...(lockfile.lockfileVersion === 3
      ? []
      : [`package-lock.json has version ${lockfile.lockfileVersion}, and only 3 is checked`]),
    ...Object.entries(wanted)
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `package.json: ${name} is ${version}; write its exact version`),
    ...Object.keys(lockfile.packages).flatMap(path =>
      path === "" ? [] : packageProblems(path, lockfile.packages, manifest.allowScripts ?? {}),
    ),
  ];
}

function packageProblems(
  path: string,
  packages: Lockfile["packages"],
  scripts: NonNullable<Manifest["allowScripts"]>,
): string[] {
  const locked = packages[path] ?? {};
  const { version = "", resolved, link, hasInstallScript } = locked;
  const name = path.split("node_modules/").at(-1) ?? path;
  const problems = [
    ...(path.startsWith("node_modules/") && !link ? [] : ["is no package of a registry"]),
    ...(resolved === undefined ? [] : [`has the address ${resolved}: remove it`]),
    ...(exact.test(version) ? [] : [`has the version ${version}, which is not exact`]),
    ...(hasHash(locked) || isBundled(path, packages) ? [] : ["has no SHA-512 hash"]),
    ...(hasInstallScript && scripts[name] !== false
      ? [
          `has an install script: check that it works without, and write "${name}": false in allowScripts`,
        ]
      : []),
  ];
  return problems.map(problem => `package-lock.json: ${path} ${problem}`);
}
