import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";

/**
 * Starts a program in a session of its own, as its container would have a cgroup. Linux distributes CPU time between
 * sessions: otherwise, it would share that of one session with all processes that test or measure it. It ends with this
 * process, even if that gets SIGKILL.
 */
export const spawnSession = (
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, "detached">,
): ChildProcess =>
  spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], { ...options, detached: true });
