import { readAudit } from "../cluster/audit.ts";
import { describeMilliseconds } from "../bench/quantiles.ts";
import { countRequests, describeRequests } from "../bench/requests.ts";

export interface DemoFigures {
  readonly auditLog: string;
  readonly replica: string;
  readonly since: Date;
  readonly readyAfterMs: number;
  readonly memoryMb: number;
  readonly changes: number;
  readonly rises: number;
  readonly falls: number;
  readonly refusals: number;
}

/** The results in numbers; those about requests are from the API server. */
export async function summarize(figures: DemoFigures): Promise<string> {
  const { auditLog, replica, since, changes, rises, falls, refusals } = figures;
  const { readyAfterMs, memoryMb } = figures;
  const requests = await countRequests(auditLog, `trimtab/`, since);
  const reactions = await growthReactions(auditLog, replica, since);
  return [
    `changes of size by nodes   ${changes}`,
    `rises and falls by load    ${rises} and ${falls}`,
    `objects refused            ${refusals}`,
    `node ready to scale write  ${describeMilliseconds(reactions)}, growth only`,
    `requests of the operator   ${describeRequests(requests)}`,
    `refused for lack of rights ${requests.refused}`,
    `start to ready             ${Math.round(readyAfterMs)} ms`,
    `memory                     ${memoryMb} MB`,
  ].join("\n");
}

/** Milliseconds from a node becoming ready to the next scale write, if one follows immediately. */
async function growthReactions(auditLog: string, replica: string, since: Date): Promise<number[]> {
  const reactions: number[] = [];
  let lastNode = NaN;
  const events = [];
  for await (const event of readAudit(auditLog, { since })) events.push(event);
  events.sort((a, b) => a.stageTimestamp.localeCompare(b.stageTimestamp));
  for (const { objectRef, stageTimestamp, userAgent, code, verb } of events) {
    const time = Date.parse(stageTimestamp);
    if (objectRef?.resource === "nodes" && verb === "patch") lastNode = time;
    if (objectRef?.subresource !== "scale" || !userAgent.includes(`(${replica})`)) continue;
    if (code === 200 && time - lastNode < 1_000) reactions.push(time - lastNode);
  }
  return reactions;
}
