import { type Cluster, useOrStartCluster } from "../../../hack/cluster/cluster.ts";

let cluster: Promise<Cluster> | undefined;

/** The one cluster of all integration tests. It ends with the process, unless it existed before. */
export const sharedCluster = (): Promise<Cluster> =>
  (cluster ??= useOrStartCluster({ name: "test" }));
