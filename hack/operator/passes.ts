import type { Operator } from "./operator.ts";

/** How often the operator has considered an Autoscaler so far. */
export async function passesOf({ get }: Pick<Operator, "get">): Promise<number> {
  const { text } = await get("/metrics");
  const counts = text.matchAll(/^trimtab_reconcile_total\{kind="Autoscaler".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
