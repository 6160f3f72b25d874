import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { run, runOrThrow } from "../hack/host/run.ts";

const root = join(import.meta.dirname, "..");

/** Code that breaks a rule of .oxlintrc.jsonc. */
// prettier-ignore
const broken: readonly { rule: string; code: string; file?: string }[] = [
  { rule: "complexity",                              code: `export const f = (a: number) => a === 0 || a === 2 || a === 4 || a === 6 || a === 8 || a === 10 || a === 12 || a === 14 || a === 16 || a === 18 || a === 20 || a === 22 || a === 24;` },
  { rule: "max-depth",                               code: "export function f(a: number) { if (a > 1) { if (a > 2) { if (a > 3) { if (a > 4) { throw new Error(); } } } } }" },
  { rule: "max-params",                              code: "export const f = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e;" },
  { rule: "no-array-constructor",                    code: "export const a = new Array(1, 2);" },
  { rule: "no-duplicate-imports",                    code: `import { join } from "node:path";\nimport { dirname } from "node:path";\nexport const a = [join, dirname];` },
  { rule: "no-empty-function",                       code: "export function f() {}" },
  { rule: "no-unused-expressions",                   code: "export function f(a: number) { a + 1; }" },
  { rule: "no-unused-vars",                          code: "const a = 1;" },
  { rule: "no-useless-constructor",                  code: "export class A { readonly a = 1; constructor() {} }" },
  { rule: "no-var",                                  code: "export var a = 1;" },
  { rule: "prefer-const",                            code: "let a = 1; export { a };" },
  { rule: "prefer-rest-params",                      code: "export function f() { return arguments[0] as number; }" },
  { rule: "prefer-spread",                           code: "export const f = (a: number[]) => Math.max.apply(Math, a);" },
  { rule: "oxc/no-barrel-file",                      code: `export * from "./values.ts";` },
  { rule: "oxc/no-barrel-file",                      code: `export * as values from "yaml";` },
  { rule: "typescript/adjacent-overload-signatures", code: "export interface A { f(a: string): void; g(): void; f(a: number): void }" },
  { rule: "typescript/array-type",                   code: "export type A = Array<string>;" },
  { rule: "typescript/await-thenable",               code: "await 1;" },
  { rule: "typescript/ban-ts-comment",               code: "// @ts-ignore\nexport const a = 1;" },
  { rule: "typescript/ban-tslint-comment",           code: "// tslint:disable\nexport const a = 1;" },
  { rule: "typescript/class-literal-property-style", code: "export class A { get a() { return 1; } readonly b = 2; }" },
  { rule: "typescript/consistent-generic-constructors", code: "export const a: Set<string> = new Set();" },
  { rule: "typescript/consistent-indexed-object-style", code: "export interface A { [key: string]: number }" },
  { rule: "typescript/consistent-type-assertions",   code: `export const a = <string>JSON.parse("");` },
  { rule: "typescript/consistent-type-definitions",  code: "export type A = { a: number };" },
  { rule: "typescript/consistent-type-imports",      code: `import { Shape } from "./values.ts";\nexport type A = Shape[];` },
  { rule: "typescript/dot-notation",                 code: `export const f = (a: { b: number }) => a["b"];` },
  { rule: "typescript/no-array-delete",              code: "export function f(a: number[]) { delete a[0]; }" },
  { rule: "typescript/no-base-to-string",            code: "export const a = String({});" },
  { rule: "typescript/no-confusing-non-null-assertion", code: "export const f = (a: { b?: number }) => a.b! == 1;" },
  { rule: "typescript/no-confusing-void-expression", code: "export function f(a: () => void) { return a(); }" },
  { rule: "typescript/no-deprecated",                code: `export const f = (a: string) => a.substr(1);` },
  { rule: "typescript/no-duplicate-enum-values",     code: "export enum A { A = 1, B = 1 }" },
  { rule: "typescript/no-duplicate-type-constituents", code: "export type A = string | number | string;" },
  { rule: "typescript/no-dynamic-delete",            code: "export function f(a: Record<string, number>, b: string) { delete a[b]; }" },
  { rule: "typescript/no-empty-object-type",         code: "export interface A {}" },
  { rule: "typescript/no-explicit-any",              code: "export type A = any;" },
  { rule: "typescript/no-extra-non-null-assertion",  code: "export const f = (a: { b: number } | null) => a!!.b;" },
  { rule: "typescript/no-extraneous-class",          code: "export class A { static a = 1; }" },
  { rule: "typescript/no-floating-promises",         code: "Promise.resolve(1);" },
  { rule: "typescript/no-for-in-array",              code: "export function f(a: number[]) { for (const b in a) throw new Error(b); }" },
  { rule: "typescript/no-implied-eval",              code: `setTimeout("1", 1);` },
  { rule: "typescript/no-inferrable-types",          code: "export const f = (a: number = 1) => a;" },
  { rule: "typescript/no-invalid-void-type",         code: "export type A = string | void;" },
  { rule: "typescript/no-meaningless-void-operator", code: "export function f(a: () => void) { void a(); }" },
  { rule: "typescript/no-misused-new",               code: "export interface A { new (): A }" },
  { rule: "typescript/no-misused-promises",          code: "export function f(a: Promise<number>) { if (a) throw new Error(); }" },
  { rule: "typescript/no-misused-spread",            code: "export const f = (a: Map<string, number>) => ({ ...a });" },
  { rule: "typescript/no-mixed-enums",               code: `export enum A { A = 1, B = "b" }` },
  { rule: "typescript/no-namespace",                 code: "export namespace A { export const a = 1; }" },
  { rule: "typescript/no-non-null-asserted-nullish-coalescing", code: `export const f = (a: { b?: string }) => a.b! ?? "";` },
  { rule: "typescript/no-non-null-asserted-optional-chain", code: "export const f = (a?: { b: string }) => a?.b!;" },
  { rule: "typescript/no-non-null-assertion",        code: "export const f = (a: string | null) => a!;" },
  { rule: "typescript/no-redundant-type-constituents", code: "export type A = unknown | string;" },
  { rule: "typescript/no-require-imports",           code: `import a = require("yaml");\nexport const b = a;` },
  { rule: "typescript/no-this-alias",                code: "export class A { a() { const self = this; return self; } }" },
  { rule: "typescript/no-unnecessary-boolean-literal-compare", code: "export const f = (a: boolean) => a === true;" },
  { rule: "typescript/no-unnecessary-condition",     code: "export const f = (a: string[]) => a?.length;" },
  { rule: "typescript/no-unnecessary-template-expression", code: "export const f = (a: string) => `${a}`;" },
  { rule: "typescript/no-unnecessary-type-arguments", code: "export function g<T = string>(a?: T) { return a; }\nexport const b = g<string>();" },
  { rule: "typescript/no-unnecessary-type-assertion", code: "export const f = (a: string) => a as string;" },
  { rule: "typescript/no-unnecessary-type-constraint", code: "export const f = <T extends unknown>(a: T, b: T) => [a, b];" },
  { rule: "typescript/no-unnecessary-type-conversion", code: "export const f = (a: string) => String(a);" },
  { rule: "typescript/no-unnecessary-type-parameters", code: "export function f<T extends string>(a: T) { throw new Error(a); }" },
  { rule: "typescript/no-unsafe-argument",           code: `Math.abs(JSON.parse("1"));` },
  { rule: "typescript/no-unsafe-assignment",         code: `export const a = JSON.parse("1");` },
  { rule: "typescript/no-unsafe-assignment",         code: `export const a: { b: string } = { b: JSON.parse("1") };` },
  { rule: "typescript/no-unsafe-call",               code: `JSON.parse("1")();` },
  { rule: "typescript/no-unsafe-declaration-merging", code: "export interface A { a: number }\nexport class A { b = 1; }" },
  { rule: "typescript/no-unsafe-enum-comparison",    code: "enum A { A = 1 }\nexport const f = (a: A) => a === 1;" },
  { rule: "typescript/no-unsafe-function-type",      code: "export type A = Function;" },
  { rule: "typescript/no-unsafe-member-access",      code: `JSON.parse("1").a;` },
  { rule: "typescript/no-unsafe-return",             code: `export const f = () => JSON.parse("1");` },
  { rule: "typescript/no-unsafe-unary-minus",        code: `export const f = (a: string) => -a;` },
  { rule: "typescript/no-wrapper-object-types",      code: "export type A = String;" },
  { rule: "typescript/non-nullable-type-assertion-style", code: "export const f = (a: string | null) => a as string;" },
  { rule: "typescript/only-throw-error",             code: `throw "a";` },
  { rule: "typescript/prefer-as-const",              code: `export const a = "a" as "a";` },
  { rule: "typescript/prefer-find",                  code: "export const f = (a: number[]) => a.filter(b => b > 1)[0];" },
  { rule: "typescript/prefer-for-of",                code: "export function f(a: Error[]) { for (let b = 0; b < a.length; b++) throw a[b] as Error; }" },
  { rule: "typescript/prefer-function-type",         code: "export interface A { (): number }" },
  { rule: "typescript/prefer-includes",              code: "export const f = (a: string[]) => a.indexOf(\"b\") !== -1;" },
  { rule: "typescript/prefer-literal-enum-member",   code: "const a = 1;\nexport enum A { A = a }" },
  { rule: "typescript/prefer-namespace-keyword",     code: "declare module A {}" },
  { rule: "typescript/prefer-nullish-coalescing",    code: "export const f = (a: string | null) => a || \"b\";" },
  { rule: "typescript/prefer-optional-chain",        code: "export const f = (a: { b: string } | null) => a && a.b;" },
  { rule: "typescript/prefer-promise-reject-errors", code: `void Promise.reject("a");` },
  { rule: "typescript/prefer-reduce-type-parameter", code: "export const f = (a: string[]) => a.reduce((b, c) => b.concat(c), [] as string[]);" },
  { rule: "typescript/prefer-regexp-exec",           code: "export const f = (a: string) => a.match(/b/);" },
  { rule: "typescript/prefer-return-this-type",      code: "export class A { b = 1; a(): A { return this; } }" },
  { rule: "typescript/prefer-string-starts-ends-with", code: `export const f = (a: string) => a.indexOf("b") === 0;` },
  { rule: "typescript/related-getter-setter-pairs",  code: "export interface A { get a(): string; set a(value: number) }" },
  { rule: "typescript/require-await",                code: "export async function f() { return 1; }" },
  { rule: "typescript/restrict-plus-operands",       code: "export const f = (a: string) => a + 1;" },
  { rule: "typescript/restrict-template-expressions", code: "export const f = (a: string[] | null) => `${a}`;" },
  { rule: "typescript/return-await",                 code: "export async function f(a: Promise<number>) { try { return a; } catch { return 1; } }" },
  { rule: "typescript/switch-exhaustiveness-check",  code: `export function f(a: "a" | "b") { switch (a) { case "a": throw new Error(); } }` },
  { rule: "typescript/triple-slash-reference",       code: `/// <reference path="./values.ts" />\nexport const a = 1;` },
  { rule: "typescript/unbound-method",               code: "export const f = (a: Map<string, string>) => a.get;" },
  { rule: "typescript/unified-signatures",           code: "export interface A { f(a: string): void; f(a: number): void }" },
  { rule: "typescript/use-unknown-in-catch-callback-variable", code: "Promise.resolve(1).catch((error: Error) => { throw error; });" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => /^[^/]*trimtab[^/]*\\//.test(a);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => a.replace(/\\s+$/, \"\");" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => [...a.matchAll(/(\\d+\\.?\\d*|\\.\\d+)(h|m|s)/g)];" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => /^(?:a|a)*b$/.test(a);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => /^(?![^]{65})(?:a|a)*b$/.test(a);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => /^(?![^]{9999})a*a*b/.test(a);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => a.split(/,(?![^(]*\\))/);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string) => /^(a)\\1/.test(a);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string, b: string) => new RegExp(a).test(b);" },
  { rule: "regular-expressions/linear",              code: "export const f = (a: string, b: string) => RegExp(`^${a}`).test(b);" },
  { rule: "regular-expressions/linear",              code: `export const f = (a: string) => a.search("a+b");` },
  { rule: "engine/no-clock",                         file: "engine/a.ts", code: "export const f = () => new Date();" },
  { rule: "no-restricted-properties",                file: "engine/b.ts", code: "export const f = () => Date.now();" },
  { rule: "no-restricted-properties",                file: "engine/c.ts", code: "export const f = () => Math.random();" },
];

// prettier-ignore
const sound: readonly { shows: string; file: string; code: string }[] = [
  { shows: "the engine may read a time",                 file: "engine/d.ts",         code: "export const f = (a: number) => new Date(a);" },
  { shows: "a regular expression may state how long its text may be", file: "kube/limit.ts", code: "export const f = (a: string) => /^(?![^]{65})a*a*b/.test(a) && /^(?=.{1,63}$)a*a*b/.test(a);" },
  { shows: "a regular expression may look around a little", file: "kube/look.ts", code: "export const f = (a: string) => a.split(/,(?=[a-z])/);" },
  { shows: "a regular expression may be linear",         file: "kube/linear.ts",      code: "export const f = (a: string) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(a);" },
  { shows: "a test may use any regular expression",      file: "kube/slow.test.ts",   code: "export const f = (a: string) => /\\s+$/.test(a);" },
  { shows: "a test of the engine may read the clock",    file: "engine/d.test.ts",    code: "export const f = () => new Date(Date.now());" },
  { shows: "kube/ may read the clock",                   file: "kube/clock.ts",       code: "export const f = () => new Date(Date.now());" },
  { shows: "a test may be sure that a value is there",   file: "kube/a.test.ts",      code: "export const f = (a: string | null) => a!;" },
  { shows: "an arrow function may end with a void call", file: "kube/arrow.ts",       code: "export const f = (a: () => void) => a();" },
  { shows: "a text may contain numbers and booleans",    file: "kube/text.ts",        code: "export const f = (a: number, b: boolean) => `${a} ${b}`;" },
];

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

interface Rules {
  readonly rules: Readonly<Record<string, unknown>>;
}

describe("the lint rules", () => {
  const project = mkdtempSync(join(tmpdir(), "trimtab-lint-rules-"));
  const fileOf = new Map(broken.map((row, at) => [row, row.file ?? `kube/broken-${at}.ts`]));
  let report: Report;
  let configured: readonly string[];

  const plant = (file: string, source: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), `${source}\n`);
  };
  /** oxlint writes `typescript(await-thenable)` and `eslint(no-var)`. */
  const rulesBrokenBy = (file: string | undefined) =>
    report.diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ code }) => code.replace(/^eslint\(|\)$/g, "").replace("(", "/"));

  beforeAll(async () => {
    for (const file of ["package.json", "tsconfig.json", ".oxlintrc.jsonc", "hack/checks/lint"]) {
      cpSync(join(root, file), join(project, file), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
    plant("kube/values.ts", "export interface Shape { readonly size: number }");
    plant("kube/wrong-type.ts", 'export const size: number = "1";');
    for (const { file, code } of sound) plant(file, code);
    for (const [{ code }, file] of fileOf) plant(file, code);
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const { stdout } = await run(oxlint, ["--format", "json", "engine", "kube"], { cwd: project });
    report = JSON.parse(stdout) as Report;
    const config = JSON.parse(
      await runOrThrow(oxlint, ["--print-config"], { cwd: project }),
    ) as Rules & { readonly overrides: readonly Rules[] };
    configured = [config, ...config.overrides].flatMap(({ rules }) => Object.keys(rules));
  });

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it.each(broken)("$rule: $code", row => {
    expect(rulesBrokenBy(fileOf.get(row))).toContain(row.rule);
  });

  it.each(sound)("$shows", ({ file }) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it("include the errors of the compiler", () => {
    expect(rulesBrokenBy("kube/wrong-type.ts")).toEqual(["typescript/TS2322"]);
  });

  it("are each broken above", () => {
    expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set(configured));
  });
});
