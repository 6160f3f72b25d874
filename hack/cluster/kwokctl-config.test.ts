import { describe, expect, it } from "vitest";

import type { Binaries } from "./controlplane/build.ts";
import { kwokctlConfig, portNames } from "./kwokctl-config.ts";
import type { StartOptions } from "./types.ts";

const binaries = { kubernetesVersion: "v1.36.1", etcd: "/bin/etcd" } as Binaries;
const ports = portNames.map((_, index) => 20_000 + index);
const configFor = (options: Omit<StartOptions, "name">) =>
  kwokctlConfig({
    binaries,
    home: "/home",
    ports,
    options: { name: "x", ...options },
    auditPolicyFile: "/policy",
    tokenFile: "/tokens",
  });

describe("kwokctlConfig", () => {
  it("binds every component to loopback, on the chosen ports", () => {
    expect(configFor({}).options).toMatchObject({
      bindAddress: "127.0.0.1",
      etcdPort: 20_000,
      metricsServerPort: 20_006,
    });
  });

  it.each([
    { options: { metricsServer: true }, name: "enable", want: ["metrics-server"] },
    { options: {}, name: "enable", want: undefined },
    { options: { auditLog: true }, name: "kubeAuditPolicy", want: "/policy" },
    { options: {}, name: "kubeAuditPolicy", want: undefined },
    { options: { featureGates: "A=true" }, name: "kubeFeatureGates", want: "A=true" },
    { options: { featureGates: "" }, name: "kubeFeatureGates", want: undefined },
  ])("sets $name to $want for $options", ({ options, name, want }) => {
    expect((configFor(options).options as Record<string, unknown>)[name]).toEqual(want);
  });

  it.each([
    { options: {}, components: [] },
    { options: { customMetrics: true }, components: ["custom-metrics"] },
  ])("adds the components $components for $options", ({ options, components }) => {
    expect(configFor(options).components.map(({ name }) => name)).toEqual(components);
  });

  it.each([
    { options: {}, want: [{ key: "unsafe-no-fsync", value: "true" }] },
    { options: { waitsForDisk: true }, want: undefined },
  ])("passes etcd the arguments $want for $options", ({ options, want }) => {
    const patch = configFor(options).componentsPatches.find(({ name }) => name === "etcd");
    expect(patch?.extraArgs).toEqual(want);
  });

  it.each([
    { options: {}, want: ["leader-elect", "controllers"] },
    { options: { outlivesProcess: true }, want: ["leader-elect"] },
  ])("passes kube-controller-manager the arguments $want for $options", ({ options, want }) => {
    const patch = configFor(options).componentsPatches.find(
      ({ name }) => name === "kube-controller-manager",
    );
    expect(patch?.extraArgs.map(({ key }) => key)).toEqual(want);
  });

  it.each([
    { options: {}, want: "LimitRanger" },
    { options: { waitsForDisk: true }, want: undefined },
    { options: { outlivesProcess: true }, want: undefined },
  ])("disables the admission plugins $want for $options", ({ options, want }) => {
    const patch = configFor(options).componentsPatches.find(
      ({ name }) => name === "kube-apiserver",
    );
    const disabled = patch?.extraArgs.find(({ key }) => key === "disable-admission-plugins");
    expect(disabled?.value).toBe(want);
  });

  it("adds arguments to its defaults", () => {
    const componentArgs = { "kube-scheduler": { v: "4" } };
    const patch = configFor({ componentArgs }).componentsPatches.find(
      ({ name }) => name === "kube-scheduler",
    );
    expect(patch?.extraArgs).toEqual([
      { key: "leader-elect", value: "false" },
      { key: "v", value: "4" },
    ]);
  });
});
