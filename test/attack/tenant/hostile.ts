import { deploymentNamed, scaler, scalersIn, type Part } from "../part.ts";
import { pick } from "../../random.ts";

/** Texts that end up in path segments, map keys, log lines or metric labels. */
const texts = [
  ...["v1%2Fpods", "v1?watch=1&timeoutSeconds=600", "v1?fieldSelector=metadata.name%3Dx"],
  ...["../../../../api/v1/secrets", "%2e%2e%2f%2e%2e", "apps/v1#", "apps//v1", "v1;v1", "*", "a b"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "\u001b[2J\u001b[31m",
    "\u202Egnp.exe",
    "\ud800",
    "x\0y",
  ],
  ...[
    'ready="1"} 1\nforged{a="b',
    "${jndi:ldap://localhost}",
    "'; drop table",
    "A".repeat(100_000),
  ],
] as unknown as readonly [string, ...string[]];
const kept = 20;

/** Objects with malicious names and paths. */
export const hostile: Part = {
  name: "hostile texts",
  pauseMs: 150,
  act: async ({ namespace, random, send }, turn) => {
    const path = scalersIn(namespace);
    const text = () => pick(random, texts);
    const spec = pick<object>(random, [
      { scaleTargetRef: { apiVersion: text(), kind: "Deployment", name: "web" } },
      { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: text() } },
      { scaleTargetRef: { apiVersion: `${text()}/v1`, kind: text(), name: "web" } },
      { scaleTargetRef: target, metrics: [about({ apiVersion: text(), kind: "Pod", name: "x" })] },
      { scaleTargetRef: target, metrics: [about({ kind: text(), name: text() })] },
      { scaleTargetRef: target, metrics: [external(text(), { [text()]: text() })] },
      { targetSelector: { apiVersion: text(), kind: text(), selector: labelled(text(), text()) } },
    ]);
    const isNamed = random() < 0.2;
    const name = `hostile-${turn % kept}`;
    await send("DELETE", `${path}/${name}`);
    return send("POST", path, scaler(isNamed ? text() : name, spec));
  },
};

const target = deploymentNamed("crowd-1");

const about = (describedObject: object) => ({
  type: "Object",
  object: { describedObject, metric: { name: "load" }, target: { type: "Value", value: "1" } },
});

const labelled = (key: string, value: string) => ({ matchLabels: { [key]: value } });

const external = (name: string, matchLabels: object) => ({
  type: "External",
  external: {
    metric: { name, selector: { matchLabels } },
    target: { type: "AverageValue", averageValue: "1" },
  },
});
