import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The kernel allows one change in a tenth of a second, of all sessions together, to callers without privileges. */
const pauseMs = 150;
const attempts = 20;

/**
 * Gives a session less CPU time than others. Linux distributes CPU time between sessions, and compares the niceness of
 * processes only within a session: see "The autogroup feature" in sched(7). Without that feature, or if a cgroup of the
 * CPU controller contains the processes, only their niceness counts. A session that a descendant starts has the usual
 * priority.
 * @param pid any process of the session
 * @param niceness from 0 to 19
 * @returns the code of the error that prevented it; undefined if there is none, no such feature, or no such process
 */
export async function lowerSession(pid: number, niceness: number): Promise<string | undefined> {
  let error: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    error = write(`/proc/${pid}/autogroup`, niceness);
    if (error !== "EAGAIN") break;
    await sleep(pauseMs);
  }
  return error === "ENOENT" || error === "ESRCH" ? undefined : error;
}

function write(file: string, niceness: number): string | undefined {
  try {
    writeFileSync(file, String(niceness), { flag: "r+" });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
