import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const red = "\u009b31mRED";
const object = `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
metadata: { name: web }
spec:
  maxReplicas: 5
  mode: "${red}"
  "${red}": 1
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: "${red}" }
status:
  conditions: [{ type: Ready, status: "False", reason: "${red}", message: "${red}" }]
`;

const hpa = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  maxReplicas: 5
  "${red}": 1
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
`;

describe("control characters of a file", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    writeFileSync(join(folder, "object.yaml"), object);
    writeFileSync(join(folder, `${red}.yaml`), object);
    writeFileSync(join(folder, "hpa.yaml"), hpa);
    writeFileSync(join(folder, `${red}-broken.yaml`), `a: 1\nkind: *${red}\n`);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const file = (name: string) => join(folder, name);

  // prettier-ignore
  it.each<{ shows: string; args: () => readonly string[] }>([
    { shows: "validate",                         args: () => ["validate", file("object.yaml")] },
    { shows: "validate -o json",                 args: () => ["validate", "-o", "json", file("object.yaml")] },
    { shows: "validate -o github",               args: () => ["validate", "-o", "github", file("object.yaml")] },
    { shows: "validate -o github with its name", args: () => ["validate", "-o", "github", file(`${red}.yaml`)] },
    { shows: "explain",                          args: () => ["explain", "web", "-f", file("object.yaml")] },
    { shows: "explain -o json",                  args: () => ["explain", "web", "-o", "json", "-f", file("object.yaml")] },
    { shows: "convert",                          args: () => ["convert", file("hpa.yaml")] },
    { shows: "convert -o json",                  args: () => ["convert", "-o", "json", file("hpa.yaml")] },
    { shows: "explain with a broken file",       args: () => ["explain", "web", "-f", file(`${red}-broken.yaml`)] },
  ])("are not printed by $shows", async ({ args }) => {
    const { stdout, stderr } = await trimtab(args());
    expect(stdout + stderr).toContain("31mRED");
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it("are not printed with the name of a link that leads to itself", async () => {
    const loops = mkdtempSync(join(folder, "loops-"));
    symlinkSync(`${red}.yaml`, join(loops, `${red}.yaml`));
    const { stderr } = await trimtab(["validate", loops]);
    expect(stderr).toContain("31mRED.yaml");
    expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});
