import { readAudit, type AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import type { Repository } from "../../hack/neighbours/repository.ts";
import { eventually } from "../integration/eventually.ts";

/** What a tool says of one application. */
export interface Verdict {
  /** The commit that it has applied last. */
  readonly applied: string;
  /** The commit that it has tried last. */
  readonly tried: string;
  readonly isInSync: boolean;
  readonly health: "healthy" | "progressing" | "failed";
  readonly message: string;
}

/** Flux or Argo CD, with the repository of the test. */
export interface Tool {
  readonly name: string;
  /** The user that applies, in the audit log. */
  readonly user: string;
  /** Its field manager. */
  readonly manager: string;
  /** Whether a sync also sends the objects that equal their manifests, which changes nothing. */
  readonly sendsAll: boolean;
  /** Whether a sync prunes before it asks the API server about what it will apply. */
  readonly prunesFirst: boolean;
  /** In its message about an application with an Autoscaler in the mode. */
  readonly words: { readonly active: RegExp; readonly paused: RegExp };
  /** Adds Trimtab's chart to the repository, applies it from now on, and returns the commit. */
  readonly installTrimtab: (webhookUrl: string) => Promise<string>;
  /** Applies the folder of this name from now on. */
  readonly follow: (folder: string) => Promise<void>;
  /** Its remedy for a count in the manifest, besides the removal of the count. */
  readonly ignoreReplicas: (folder: string) => Promise<void>;
  /** Looks for new commits at once. */
  readonly refresh: (folder: string) => Promise<void>;
  readonly verdictOn: (folder: string) => Promise<Verdict>;
  /** What its controllers have printed so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export type StartTool = (cluster: Cluster, repository: Repository) => Promise<Tool>;

const syncMs = 180_000;

/** Waits until the tool has applied the commit to the folder, and calls all of it healthy. */
export async function untilApplied(tool: Tool, folder: string, commit: string): Promise<void> {
  await tool.refresh(folder);
  await eventually(async () => {
    const verdict = await tool.verdictOn(folder);
    const { applied, isInSync, health } = verdict;
    if (applied === commit && isInSync && health === "healthy") return;
    throw new Error(`${tool.name} has not applied ${commit} to ${folder}: ${text(tool, verdict)}`);
  }, syncMs);
}

/** Waits until the tool fails to apply the commit, and returns its message. */
export async function untilRefused(tool: Tool, folder: string, commit: string): Promise<string> {
  await tool.refresh(folder);
  return await eventually(async () => {
    const verdict = await tool.verdictOn(folder);
    if (verdict.tried === commit && verdict.health === "failed") return verdict.message;
    throw new Error(`${tool.name} has not refused ${commit} in ${folder}: ${text(tool, verdict)}`);
  }, syncMs);
}

const text = ({ log }: Tool, verdict: Verdict): string =>
  `${JSON.stringify(verdict, undefined, 2)}\n${log().slice(-4000)}`;

const writes = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** What a tool writes about itself. */
const ownGroup = /(^|\.)(toolkit\.fluxcd\.io|argoproj\.io|events\.k8s\.io|coordination\.k8s\.io)$/;

/** Stored writes of the tool to what it applies: `patch deployments/web-00`. A dry run stores nothing. */
export async function writesOf(
  { auditLogPath = "" }: Cluster,
  user: string,
  since: Date,
): Promise<string[]> {
  const found: string[] = [];
  for await (const event of readAudit(auditLogPath, { since, mentions: user })) {
    const { resource = "", name = "" } = event.objectRef ?? {};
    if (event.user === user && isStored(event) && !isOwn(event)) {
      found.push(`${event.verb} ${resource}/${name}`);
    }
  }
  return found.sort();
}

const isStored = ({ verb, code, requestURI }: AuditEvent): boolean =>
  writes.has(verb) && code < 300 && !requestURI.includes("dryRun=All");

const isOwn = ({ objectRef = {} }: AuditEvent): boolean =>
  objectRef.resource === "events" || ownGroup.test(objectRef.apiGroup ?? "");
