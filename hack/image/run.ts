import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../host/at-exit.ts";
import { limitMemory } from "./cgroup.ts";
import type { UnpackedImage } from "./unpack.ts";

/** Absolute, because it also runs inside the container's environment. */
const unshare = "/usr/bin/unshare";
const enter = join(import.meta.dirname, "enter.sh");
/**
 * Its first child is process 1; like engines, it reports death by a signal as 128 plus the signal. The
 * shell's own message, "Killed", stays separate from the container's output.
 */
const wait = '(exec sh "$@" 2>&4 4>&-); exit $?';

/** A folder or file of this machine, mounted like a volumeMount. */
export interface Mount {
  readonly hostPath: string;
  readonly containerPath: string;
  readonly readOnly: boolean;
}

/** A container's spec; the image provides the defaults. */
export interface ContainerSpec {
  readonly image: UnpackedImage;
  /** Instead of the image's entrypoint. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** In addition to the image's; this process' own environment is not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly mounts?: readonly Mount[];
  readonly uid?: number;
  readonly gid?: number;
  /** resources.limits.memory */
  readonly memoryBytes?: number;
  /** host: this machine's, as with hostNetwork. none: a separate loopback; the default. */
  readonly network?: "host" | "none";
}

/** A running container, with a read-only root and no capabilities, as process 1 of its namespace. */
export interface Container {
  /** The pid on this machine. */
  readonly pid: number;
  /** Its output so far, to standard output and standard error. */
  readonly log: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM, and SIGKILL after the grace period, like a kubelet. */
  readonly stop: (graceMs?: number) => Promise<number | NodeJS.Signals>;
  /** Peak memory in bytes; undefined if no limit could be set here. */
  readonly peakMemoryBytes: () => number | undefined;
}

/**
 * Starts a container without an engine. As root, its user is the real one; otherwise this process' own user,
 * mapped to that number.
 */
export async function runInImage(spec: ContainerSpec): Promise<Container> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-container-"));
  const cgroup = spec.memoryBytes === undefined ? undefined : limitMemory(spec.memoryBytes);
  const mounts = join(folder, "mounts");
  writeFileSync(mounts, mountLines(spec.mounts ?? []));
  const scratch = mkdtempSync(join(folder, "scratch-"));
  const place = [spec.image.rootfs, scratch, cgroup?.folder ?? "", mounts];
  const inside = [...variables(spec), ...asUser(spec, join(scratch, "root")), ...program(spec)];
  const entering = ["sh", "-c", wait, "sh", enter, ...place, ...inside];
  const child = spawn(unshare, [...namespaces(spec), ...entering], {
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  let pid: number | undefined = undefined;
  let isOver = false;
  const signal = (name: NodeJS.Signals): void => {
    if (pid !== undefined && !isOver) kill(pid, name);
  };
  const forget = atExit(() => {
    // Its parent ends with this process, but does not end it.
    signal("SIGKILL");
  });
  let peak = 0;
  const { log, trouble, exited } = watch(child, () => {
    isOver = true;
    peak = cgroup?.peak() ?? 0;
    cgroup?.remove();
    rmSync(folder, { recursive: true, force: true });
    forget();
  });
  pid = await pidFrom(child.stdio[3] as Readable);
  if (pid === undefined) {
    throw new Error(`The container did not start (${await exited}):\n${log()}${trouble()}`);
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
    ...["--mount", "--propagation", "private", "--pid"],
    ...(network === "none" ? ["--net"] : []),
  ];
}

/** allowPrivilegeEscalation: false, capabilities: drop: [ALL], runAsUser, readOnlyRootFilesystem. */
function asUser({ image, uid = image.uid, gid = image.gid }: ContainerSpec, root: string) {
  const place = [`--root=${root}`, `--wd=${image.workingDir}`];
  const never = ["/usr/bin/setpriv", "--no-new-privs"];
  // unshare itself needs these before it switches to the user; the user has none of them.
  const rights = "--bounding-set=-all,+sys_chroot,+setuid,+setgid";
  return isRoot()
    ? [...never, rights, unshare, ...place, `-S${uid}`, `-G${gid}`]
    : [...never, unshare, "--user", `--map-user=${uid}`, `--map-group=${gid}`, ...place];
}

/** Before the other programs: the image has no program that sets them. */
function variables({ image, env = {} }: ContainerSpec): string[] {
  const all = Object.entries({ ...image.env, ...env });
  return ["env", "-i", ...all.map(([name, value]) => `${name}=${value}`)];
}

const program = ({ image, command = image.entrypoint, args = [] }: ContainerSpec) => [
  ...command,
  ...args,
];

function watch(child: ChildProcess, clean: () => void) {
  const [, stdout, ofShell, , stderr] = child.stdio as readonly (Readable | null)[];
  let [log, trouble] = ["", ""];
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  ofShell?.setEncoding("utf8").on("data", (text: string) => (trouble += text));
  const exited = new Promise<number | NodeJS.Signals>(resolve => {
    child.once("close", (code, signal) => {
      clean();
      resolve(code !== null && code > 128 ? signalOf(code - 128) : (code ?? signal ?? -1));
    });
  });
  return { exited, log: () => log, trouble: () => trouble };
}

function signalOf(number: number): NodeJS.Signals | number {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found ? (found[0] as NodeJS.Signals) : number + 128;
}

/** One line; undefined if the process ended before. */
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
