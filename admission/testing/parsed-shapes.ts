/**
 * Prints what JSON.parse takes of the heap for texts of many shapes, and the estimate before parsing, both in bytes. It
 * runs in a process of its own, with --expose-gc.
 */
import { parsedSize } from "../bodies.ts";
import { shapes } from "./shapes.ts";

const textBytes = 128 * 1024;

const heapInUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

function bytesTakenBy(text: string): number {
  const before = heapInUse();
  const parsed: unknown = JSON.parse(text);
  const taken = heapInUse() - before;
  if (parsed === undefined) throw new Error("never: it keeps what is parsed alive");
  return taken;
}

const measured = Object.entries(shapes).map(([shape, textOf]) => {
  const text = textOf(textBytes);
  const estimate = parsedSize(text);
  // The least: compiled code can add to a reading.
  const taken = Math.min(...[1, 2].map(() => bytesTakenBy(text)));
  return { shape, bytes: text.length, estimate, taken };
});
process.stdout.write(`${JSON.stringify(measured)}\n`);
