import { imageOf } from "./images.ts";
import type { NodePrograms } from "./programs.ts";
import type { World } from "./world.ts";

const podNetwork = "10.244.77.0/24";
export const socket = "/run/trimtab/containerd.sock";

interface Place {
  readonly world: World;
  readonly programs: NodePrograms;
  /** With which the API server identifies itself to the kubelet. */
  readonly clientCa: string;
  /** The kubeconfig of kube-proxy. */
  readonly proxyKubeconfig: string;
}

/** containerd's configuration. The kernel lets root without CAP_SYS_RESOURCE lower no OOM score. */
export const containerdToml = ({ world, programs }: Place): string => `version = 3
root = "${world.folder}/containerd"
state = "/run/trimtab"

[grpc]
  address = "${socket}"

[plugins.'io.containerd.cri.v1.images']
  snapshotter = "overlayfs"
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = "${imageOf("pause")}"

[plugins.'io.containerd.cri.v1.runtime']
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = ["${programs.runtime}"]
    conf_dir = "${world.folder}/cni"
  [plugins.'io.containerd.cri.v1.runtime'.containerd]
    default_runtime_name = "runc"
    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
        BinaryName = "${programs.debian}/usr/sbin/runc"
        SystemdCgroup = false
`;

export const cniNetwork = {
  ...{ cniVersion: "1.0.0", name: "trimtab" },
  plugins: [
    {
      ...{ type: "bridge", bridge: "pods0" },
      ...{ isGateway: true, isDefaultGateway: true, ipMasq: false, hairpinMode: true },
      ipam: { type: "host-local", dataDir: "/run/ipam", ranges: [[{ subnet: podNetwork }]] },
    },
  ],
};

/** A disk that is nearly full, as on a machine of developers, evicts no pod. */
const never = {
  "memory.available": "0%",
  "nodefs.available": "0%",
  "nodefs.inodesFree": "0%",
  "imagefs.available": "0%",
  "imagefs.inodesFree": "0%",
};

export const kubeletConfiguration = ({ world, clientCa }: Place) => ({
  ...{ apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" },
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: clientCa },
  },
  authorization: { mode: "Webhook" },
  ...{ address: world.address, healthzBindAddress: "127.0.0.1" },
  ...{ cgroupDriver: "cgroupfs", failCgroupV1: false, cgroupRoot: `/${world.cgroup}` },
  ...{ cgroupsPerQOS: true, enforceNodeAllocatable: ["pods"] },
  containerRuntimeEndpoint: `unix://${socket}`,
  resolvConf: "/etc/resolv.conf",
  failSwapOn: false,
  ...{ evictionHard: never, imageGCHighThresholdPercent: 100, imageGCLowThresholdPercent: 99 },
  ...{ volumePluginDir: `${world.folder}/plugins`, podLogsDir: "/var/log/pods" },
  ...{ maxPods: 60, serializeImagePulls: false },
});

export const proxyConfiguration = ({ world, proxyKubeconfig }: Place) => ({
  ...{ apiVersion: "kubeproxy.config.k8s.io/v1alpha1", kind: "KubeProxyConfiguration" },
  ...{ mode: "nftables", hostnameOverride: world.nodeName, bindAddress: world.address },
  ...{ healthzBindAddress: "127.0.0.1:10256", metricsBindAddress: "127.0.0.1:10249" },
  clusterCIDR: podNetwork,
  clientConnection: { kubeconfig: proxyKubeconfig },
  // A network namespace cannot set them.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
});
