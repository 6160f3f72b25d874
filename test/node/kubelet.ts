import { readdirSync, readFileSync } from "node:fs";

/** The kubelet's processes in this world. */
export function kubelets(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(pid => Number.isInteger(pid) && nameOf(pid) === "kubelet");
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    // It has ended.
    return "";
  }
}
