/**
 * Compares the CRDs, the policies and the samples on the API servers of other Kubernetes releases with the
 * pinned one: `make test-versions`. Any different response is listed and is a failure, and so is a CEL rule
 * that uses more than 80% of what a release lets it cost.
 *
 * VERSIONS  which releases, instead of those in supported.ts: v1.31.14,v1.37.2
 */
import { buildControlPlane } from "../cluster/controlplane/build.ts";
import { command } from "../host/command.ts";
import { answersOf, type Answers } from "./answers.ts";
import { startApiServer } from "./api-server.ts";
import { buildApiServer } from "./build.ts";
import { celCostsOf, headroomOf, overrunsOf } from "./cel-costs.ts";
import { supported } from "./supported.ts";

const releases = process.env["VERSIONS"]?.split(",") ?? supported;

async function main(): Promise<void> {
  const { etcd, kubernetesVersion, ...binaries } = await buildControlPlane();
  const ask = async (binary: string): Promise<Answers> => {
    const server = await startApiServer(binary, etcd);
    try {
      return await answersOf(server);
    } finally {
      await server.stop();
    }
  };
  const pinned = await ask(binaries["kube-apiserver"]);
  const refusals = [...pinned.values()].filter(answer => answer.includes("; ")).length;
  console.log(`${kubernetesVersion}  ${pinned.size} answers, ${refusals} of them refusals of ours`);
  for (const release of releases) {
    const binary = await buildApiServer(release);
    if (!(await fits(release))) continue;
    const answers = await ask(binary);
    const others = [...pinned].filter(([question, answer]) => answers.get(question) !== answer);
    console.log(`${release}  ${answers.size} answers, ${others.length} of them others`);
    for (const [question, answer] of others) {
      console.log(`\n  ${question}\n    ${kubernetesVersion}: ${answer}`);
      console.log(`    ${release}: ${answers.get(question) ?? "none"}`);
    }
    if (others.length > 0) process.exitCode = 1;
  }
}

/** Prints what the rules cost by the estimate of this release. */
async function fits(release: string): Promise<boolean> {
  const costs = await celCostsOf(release);
  const overruns = overrunsOf(costs);
  for (const line of [...headroomOf(costs), ...overruns]) console.log(`${release}  ${line}`);
  if (overruns.length > 0) process.exitCode = 1;
  return costs.crds.every(({ refusals }) => refusals.length === 0);
}

await command(main);
