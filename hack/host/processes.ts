import { readdirSync, readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Identifies a process permanently: after it ends, another process may get its pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between the machine's boot and the process' start. */
  readonly startTime: string;
}

/** Undefined if the process does not exist or is a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseStat(pid, stat);
}

export function thisProcess(): ProcessIdentity {
  const identity = identify(process.pid);
  if (!identity) throw new Error("/proc is not readable: clusters are run on Linux only.");
  return identity;
}

export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return identify(pid)?.startTime === startTime;
}

/** The clock ticks of /proc, the same on every machine that Node.js supports. */
const ticksPerSecond = 100;

/** When a process started, in milliseconds since 1970, to a hundredth of a second; NaN: it has ended. */
export const startedAt = (pid: number): number =>
  Date.now() - 1_000 * (uptime() - Number(identify(pid)?.startTime) / ticksPerSecond);

/** CPU time that a process has used, in seconds; NaN: it has ended. */
export function cpuSeconds(pid: number): number {
  const [user = NaN, system = NaN] = fieldsOf(read(`/proc/${pid}/stat`) ?? "").slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

/** Fields of /proc/PID/status: resident memory, the most of it so far, and what the kernel cannot reclaim. */
type MemoryField = "VmRSS" | "VmHWM" | "RssAnon";

/** Memory of a process in bytes; undefined if the process has ended. */
export function memoryOf(pid: number, field: MemoryField): number | undefined {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(read(`/proc/${pid}/status`) ?? "");
  return line ? Number(line[1]) * 1024 : undefined;
}

/**
 * The fields of /proc/PID/stat from the third one, the state. The second field is the command in brackets and
 * may itself contain spaces and brackets, so fields are counted from the last bracket.
 */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");

/** Parses /proc/PID/stat: the state is field 3, the start time field 22. */
export function parseStat(pid: number, stat: string): ProcessIdentity | undefined {
  const fields = fieldsOf(stat);
  const state = fields[0];
  const startTime = fields[19];
  if (state === undefined || startTime === undefined) return undefined;
  // An orphan whose new parent never reads its exit code stays a zombie forever.
  return state === "Z" || state === "X" ? undefined : { pid, startTime };
}

/** The processes that were started with this variable in their environment, and their descendants. */
export function processesWith(variable: string, value: string): number[] {
  const wanted = `${variable}=${value}`;
  return readdirSync("/proc")
    .filter(entry => /^\d+$/.test(entry))
    .filter(entry => read(`/proc/${entry}/environ`)?.split("\0").includes(wanted))
    .map(Number)
    .filter(pid => pid !== process.pid && identify(pid) !== undefined);
}

/** Undefined for a process that is gone or belongs to another user. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
