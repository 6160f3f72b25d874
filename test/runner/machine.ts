import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Machine {
  /** The content of /etc/os-release. */
  readonly osRelease: string;
  readonly hasCommand: (name: string) => boolean;
}

const commands = ["apt-get", "dpkg", "dpkg-deb"];

/** Why this machine cannot download and unpack packages of Debian 12; undefined if it can. */
export function lackOfDebian12({ osRelease, hasCommand }: Machine): string | undefined {
  const value = (key: string) => new RegExp(`^${key}="?([^"\n]*)"?$`, "m").exec(osRelease)?.[1];
  const name = value("PRETTY_NAME") ?? "an unknown system";
  if (value("ID") !== "debian" || value("VERSION_ID") !== "12") return `this is ${name}`;
  const missing = commands.filter(command => !hasCommand(command));
  return missing.length > 0 ? `${name} here lacks ${missing.join(", ")}` : undefined;
}

/** Why this machine cannot show pages in a browser; undefined if it can. */
export const lackOfChromium = ({ hasCommand }: Machine): string | undefined =>
  hasCommand("chromium") ? undefined : "it is missing here: install the package chromium";

export const thisMachine = (): Machine => ({
  osRelease: readable("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "",
  hasCommand: name =>
    (process.env["PATH"] ?? "")
      .split(delimiter)
      .some(folder => allows(join(folder, name), constants.X_OK)),
});

const readable = (path: string): boolean => allows(path, constants.R_OK);

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
