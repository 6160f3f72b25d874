/**
 * Compares the CRDs, the policy and the samples on the API servers of other Kubernetes releases with the
 * pinned one: `make test-versions`. Any different response is listed and is a failure.
 *
 * VERSIONS  which releases: v1.34.4,v1.37.1
 */
import { buildControlPlane } from "../controlplane/build.ts";
import { command } from "../host/command.ts";
import { answersOf, type Answers } from "./answers.ts";
import { startApiServer } from "./api-server.ts";
import { buildApiServer } from "./build.ts";

const versions = (process.env["VERSIONS"] ?? "v1.34.4,v1.37.1").split(",");

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
  for (const version of versions) {
    const answers = await ask(await buildApiServer(version));
    const others = [...pinned].filter(([question, answer]) => answers.get(question) !== answer);
    console.log(`${version}  ${answers.size} answers, ${others.length} of them others`);
    for (const [question, answer] of others) {
      console.log(`\n  ${question}\n    ${kubernetesVersion}: ${answer}`);
      console.log(`    ${version}: ${answers.get(question) ?? "none"}`);
    }
    if (others.length > 0) process.exitCode = 1;
  }
}

await command(main);
