import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buildImage, type BuiltImage } from "../../hack/image/build.ts";
import { allowedLicences, bundledPackages } from "../../hack/image/licences.ts";
import { runInImage, type ContainerSpec } from "../../hack/image/run.ts";
import { unpackImage, type UnpackedImage } from "../../hack/image/unpack.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-image-"));
let built: BuiltImage;
let image: UnpackedImage;

beforeAll(async () => {
  built = await buildImage(join(folder, "one"));
  image = await unpackImage(built.layout, join(folder, "rootfs"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function outcomeOf(spec: Omit<ContainerSpec, "image">) {
  const container = await runInImage({ image, ...spec });
  return { exit: await container.exited, log: container.log() };
}

/** What a script says that runs in the image, in place of the operator. */
async function evaluate(script: string, spec: Partial<ContainerSpec> = {}): Promise<unknown> {
  const command = ["/usr/bin/node", "-e", script];
  const { exit, log } = await outcomeOf({ ...spec, command });
  expect(exit, log).toBe(0);
  return JSON.parse(log);
}

describe("two builds", () => {
  it("make the same bytes", async () => {
    const again = await buildImage(join(folder, "two"));
    expect(again.digest).toBe(built.digest);
    const [one, two] = [built, again].map(({ layout }) => readFileSync(join(layout, "index.json")));
    expect(two).toEqual(one);
  });
});

describe("the image", () => {
  it("starts the operator's bundle, without a cluster and without a network", async () => {
    const { exit, log } = await outcomeOf({ args: ["--help"] });
    expect(exit).toBe(0);
    expect(log).toContain("--tls-cert-file");
  });

  it.each([
    { shows: "the image's", uid: 65532, gid: 65532 },
    { shows: "one that OpenShift chooses", uid: 1_000_730_000, gid: 0 },
  ])("runs as no user that is or can become root: $shows", async ({ uid, gid }) => {
    const script = `
      const lines = require("fs").readFileSync("/proc/self/status", "utf8").split("\\n");
      const of = name => lines.find(line => line.startsWith(name + ":")).split(/\\s+/)[1];
      console.log(JSON.stringify({ uid: process.getuid(), gid: process.getgid(),
        others: process.getgroups().filter(group => group !== process.getgid()),
        capabilities: Number.parseInt(of("CapEff"), 16) + Number.parseInt(of("CapPrm"), 16),
        cwd: process.cwd(), pid: process.pid, env: Object.keys(process.env) }));`;
    expect(await evaluate(script, { uid, gid })).toEqual({
      ...{ uid, gid, others: expect.not.arrayContaining([0]) as unknown },
      ...{
        capabilities: 0,
        cwd: "/app",
        pid: 1,
        env: ["NODE_ENV", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"],
      },
    });
  });

  it.each(["/x", "/app/x", "/app/trimtab.cjs", "/etc/passwd", "/usr/bin/x"])(
    "has nowhere to write: %s",
    async path => {
      const script = `
        try { require("fs").writeFileSync("${path}", ""); } catch ({ code }) { console.log(JSON.stringify(code)); }`;
      expect(await evaluate(script, { gid: 0 })).toMatch(/^(EROFS|EACCES)$/);
    },
  );

  it("finds names, and has the authorities of the web", async () => {
    const script = `
      const file = require("fs").readFileSync("/etc/ssl/certs/ca-certificates.crt", "utf8");
      const each = file.match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g);
      const all = each.map(pem => new (require("crypto").X509Certificate)(pem)).filter(({ ca }) => ca);
      require("dns").lookup("localhost", { family: 4 }, (error, address) => console.log(JSON.stringify(
        { address, authorities: all.length === each.length && all.length > 100 })));`;
    // The file that a kubelet mounts; an image has none.
    const hosts = join(folder, "hosts");
    writeFileSync(hosts, "127.0.0.1 localhost\n");
    const mounts = [{ hostPath: hosts, containerPath: "/etc/hosts", readOnly: true }];
    expect(await evaluate(script, { mounts })).toEqual({ address: "127.0.0.1", authorities: true });
  });

  it("says how a command ended", async () => {
    const command = ["/usr/bin/node", "-e", "process.exitCode = 7"];
    expect(await outcomeOf({ command })).toEqual({ exit: 7, log: "" });
    const nowhere = { ...image, rootfs: join(folder, "nowhere") };
    await expect(runInImage({ image: nowhere })).rejects.toThrow(
      "The container did not start (32):\nmount: ",
    );
  });

  it("ends what takes more memory than its limit, where limits can be set", async () => {
    const take = "const all = []; for (let i = 0; i < 48; i++) all.push(Buffer.alloc(2 ** 20, 1));";
    const command = ["/usr/bin/node", "-e", `${take} console.log("done")`];
    const wide = await runInImage({ image, command, memoryBytes: 128 * 2 ** 20 });
    expect({ exit: await wide.exited, log: wide.log() }).toEqual({ exit: 0, log: "done\n" });
    const narrow = await runInImage({ image, command, memoryBytes: 32 * 2 ** 20 });
    const isLimited = narrow.peakMemoryBytes() !== undefined;
    const outcome = { exit: await narrow.exited, log: narrow.log() };
    expect(outcome).toEqual(isLimited ? { exit: "SIGKILL", log: "" } : { exit: 0, log: "done\n" });
  });
});

describe("the bill of materials", () => {
  it("is CycloneDX 1.6, and in the image", async () => {
    const text = readFileSync(join(folder, "one/sbom.cdx.json"), "utf8");
    expect(readFileSync(join(image.rootfs, "usr/share/doc/trimtab/sbom.cdx.json"), "utf8")).toBe(
      text,
    );
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
  });

  it("names Node.js, the packages of Debian, and what was bundled", () => {
    const text = readFileSync(join(folder, "one/sbom.cdx.json"), "utf8");
    const { components } = JSON.parse(text) as { components: { purl: string; version: string }[] };
    const purls = components.map(({ purl }) => purl.replace(/@[^@]*$/, ""));
    const npm = bundledPackages().map(({ name }) => `pkg:npm/${name.replace("@", "%40")}`);
    expect(new Set(purls)).toEqual(new Set([...others, ...npm]));
    expect(npm).toContain("pkg:npm/pepr");
  });
});

const others = [
  "pkg:generic/node",
  ...["ca-certificates", "gcc-12-base", "libc6", "libgcc-s1"].map(name => `pkg:deb/debian/${name}`),
  "pkg:deb/debian/libstdc%2B%2B6",
];

describe("the licences", () => {
  it("allow to pass on what was bundled", () => {
    const refused = bundledPackages().filter(({ licence }) => !allowedLicences.has(licence));
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  it("come with the image", () => {
    const documents = join(image.rootfs, "usr/share/doc");
    const texts = readFileSync(join(documents, "trimtab/THIRD-PARTY-LICENCES.txt"), "utf8");
    for (const { text } of bundledPackages()) expect(texts).toContain(text);
    expect(readFileSync(join(documents, "libc6/copyright"), "utf8")).toContain("LGPL");
    expect(readFileSync(join(documents, "node/LICENSE"), "utf8")).toContain("Node.js");
  });
});
