import { err, ok, type Result } from "../engine/result.ts";
import { kubeError, type KubeError } from "./errors.ts";

/** The items of what a metrics API answered; none may be written as null. */
export function itemsOf<Item>(answer: unknown, path: string): Result<readonly Item[], KubeError> {
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  const items: unknown = isObject ? ((answer as { items?: unknown }).items ?? []) : null;
  if (Array.isArray(items)) return ok(items as Item[]);
  const message = "the answer is not a list of metrics";
  return err(kubeError("Malformed", { request: `GET ${path}`, message }));
}
