import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The addresses that processes listen on, in the kernel's format: hexadecimal, ADDRESS:PORT. */
export function listeners(pids: readonly number[]): string[] {
  return pids.flatMap(pid => {
    const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map(fd => socketOf(pid, fd)));
    return ["tcp", "tcp6"]
      .flatMap(table => readFileSync(`/proc/${pid}/net/${table}`, "utf8").split("\n").slice(1))
      .map(line => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.has(inode))
      .map(([, address = ""]) => address);
  });
}

/** 127.0.0.1, in the byte order of x86 and arm64. */
export const loopback = "0100007F";

function socketOf(pid: number, fd: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
  } catch {
    return undefined; // closed in between
  }
}
