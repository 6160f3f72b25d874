import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../machine/at-exit.ts";
import { limitMemory } from "./cgroup.ts";
import type { UnpackedImage } from "./unpack.ts";

/** Absolute, because it is asked for inside the container's environment, too. */
const unshare = "/usr/bin/unshare";
const enter = join(import.meta.dirname, "enter.sh");

/** A folder or a file of this machine, as a volumeMount shows it. */
export interface Mount {
  readonly hostPath: string;
  readonly containerPath: string;
  readonly readOnly: boolean;
}

/** What a container's spec says; what it leaves out, the image says. */
export interface ContainerSpec {
  readonly image: UnpackedImage;
  /** Instead of the image's entrypoint. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Beside the image's; nothing of this process' own environment gets in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly mounts?: readonly Mount[];
  readonly uid?: number;
  readonly gid?: number;
  /** resources.limits.memory */
  readonly memoryBytes?: number;
  /** host: this machine's, as with hostNetwork. none: a loopback of its own; the default. */
  readonly network?: "host" | "none";
}

/** A container that runs, with a read-only root and no capabilities, as process 1 of its namespace. */
export interface Container {
  /** As this machine sees it. */
  readonly pid: number;
  /** What it wrote so far, to standard output and standard error. */
  readonly log: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM, and SIGKILL after so long; as a kubelet does. */
  readonly stop: (graceMs?: number) => Promise<number | NodeJS.Signals>;
  /** The most memory that it used, in bytes; undefined if no limit could be set here. */
  readonly peakMemoryBytes: () => number | undefined;
}

/**
 * Starts a container without an engine. As root its user is the real one; otherwise this process'
 * own user, under that number.
 */
export async function runInImage(spec: ContainerSpec): Promise<Container> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-container-"));
  const cgroup = spec.memoryBytes === undefined ? undefined : limitMemory(spec.memoryBytes);
  const mounts = join(folder, "mounts");
  writeFileSync(mounts, mountLines(spec.mounts ?? []));
  const scratch = mkdtempSync(join(folder, "scratch-"));
  const place = [spec.image.rootfs, scratch, cgroup?.folder ?? "", mounts];
  const inside = [...variables(spec), ...asUser(spec, join(scratch, "root")), ...program(spec)];
  const child = spawn(unshare, [...namespaces(spec), "sh", enter, ...place, ...inside], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let pid: number | undefined = undefined;
  let isOver = false;
  const signal = (name: NodeJS.Signals): void => {
    if (pid !== undefined && !isOver) kill(pid, name);
  };
  const forget = atExit(() => {
    child.kill("SIGKILL");
    // unshare does not take it along once it is another user.
    signal("SIGKILL");
  });
  let peak = 0;
  const { log, exited } = watch(child, () => {
    isOver = true;
    peak = cgroup?.peak() ?? 0;
    cgroup?.remove();
    rmSync(folder, { recursive: true, force: true });
    forget();
  });
  pid = await pidFrom(child.stdio[3] as Readable);
  if (pid === undefined) {
    throw new Error(`The container did not start (${await exited}):\n${log()}`);
  }
  return {
    ...{ pid, log, exited, signal },
    stop: async (graceMs = 15_000) => {
      signal("SIGTERM");
      const late = sleep(graceMs, undefined, { ref: false }).then(() => {
        signal("SIGKILL");
      });
      await Promise.race([exited, late]);
      return exited;
    },
    peakMemoryBytes: () => (cgroup ? (isOver ? peak : cgroup.peak()) : undefined),
  };
}

const mountLines = (mounts: readonly Mount[]): string =>
  mounts
    .map(({ hostPath, containerPath, readOnly }) =>
      [readOnly ? "ro" : "rw", hostPath, `${containerPath}\n`].join("\t"),
    )
    .join("");

const isRoot = (): boolean => process.getuid?.() === 0;

function namespaces({ network = "none" }: ContainerSpec): string[] {
  return [
    ...(isRoot() ? [] : ["--user", "--map-root-user"]),
    ...["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"],
    ...(network === "none" ? ["--net"] : []),
  ];
}

/** allowPrivilegeEscalation: false, capabilities: drop: [ALL], runAsUser, readOnlyRootFilesystem. */
function asUser({ image, uid = image.uid, gid = image.gid }: ContainerSpec, root: string) {
  const place = [`--root=${root}`, `--wd=${image.workingDir}`];
  // What unshare itself needs before it becomes the user; the user has none of them.
  const rights = ["--no-new-privs", "--bounding-set=-all,+sys_chroot,+setuid,+setgid"];
  return isRoot()
    ? ["/usr/bin/setpriv", ...rights, unshare, ...place, `-S${uid}`, `-G${gid}`]
    : [unshare, "--user", `--map-user=${uid}`, `--map-group=${gid}`, ...place];
}

/** Before anything else: the image has no program that sets them. */
function variables({ image, env = {} }: ContainerSpec): string[] {
  const all = Object.entries({ ...image.env, ...env });
  return ["env", "-i", ...all.map(([name, value]) => `${name}=${value}`)];
}

const program = ({ image, command = image.entrypoint, args = [] }: ContainerSpec) => [
  ...command,
  ...args,
];

function watch(child: ChildProcess, clean: () => void) {
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const exited = new Promise<number | NodeJS.Signals>(resolve => {
    child.once("close", (code, signal) => {
      clean();
      resolve(code ?? signal ?? -1);
    });
  });
  return { exited, log: () => log };
}

/** One line; undefined if it ended before it could tell. */
async function pidFrom(stream: Readable): Promise<number | undefined> {
  for await (const line of createInterface(stream)) return Number(line);
  return undefined;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
