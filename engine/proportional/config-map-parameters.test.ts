import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../testing/runs.ts";
import { parametersFromConfigMap } from "./config-map-parameters.ts";
import type { LadderParameters, LinearParameters } from "../model/spec/proportional-parameters.ts";

const linear = (fields: Partial<LinearParameters>): LinearParameters => ({
  mode: "linear",
  coresPerReplica: 0,
  nodesPerReplica: 0,
  minReplicas: 1,
  maxReplicas: 0,
  preventSinglePointFailure: false,
  includeUnschedulableNodes: false,
  ...fields,
});

const ladder = (
  cores: readonly (readonly [number, number])[],
  nodes: readonly (readonly [number, number])[],
  includeUnschedulableNodes = false,
): LadderParameters => ({
  mode: "ladder",
  coresToReplicas: cores.map(([size, replicas]) => ({ size, replicas })),
  nodesToReplicas: nodes.map(([size, replicas]) => ({ size, replicas })),
  includeUnschedulableNodes,
});

const shuffled =
  "[[16384,13],[4,2],[512,8],[2,1],[32,5],[8,3],[1024,9],[64,6],[16,4],[2048,10],[256,7]," +
  "[8192,12],[4096,11],[32768,14],[65536,15],[1,1]]";

describe("one mode", () => {
  it.each<{ shows: string; data: Readonly<Record<string, string>>; code: string }>([
    { shows: "no key", data: {}, code: "ParametersMissing" },
    { shows: "two keys", data: { linear: "{}", ladder: "{}" }, code: "ParametersAmbiguous" },
    { shows: "an unknown key", data: { exponential: "{}" }, code: "UnknownMode" },
    { shows: "a mode in capitals", data: { Linear: '{"nodesPerReplica":1}' }, code: "UnknownMode" },
    { shows: "a key of Object.prototype", data: { toString: "{}" }, code: "UnknownMode" },
  ])("is not in $shows: $code", ({ data, code }) => {
    const parameters = parametersFromConfigMap(data, "CPA-1.10");
    expect(parameters).toMatchObject({ ok: false, error: { code, path: "data" } });
  });
});

describe("linear", () => {
  // prettier-ignore
  it.each<{ shows: string; text: string; fields: Partial<LinearParameters> }>([
    { shows: "all parameters", text: '{"coresPerReplica":2,"nodesPerReplica":1,"min":1,"max":100,"preventSinglePointFailure":true,"includeUnschedulableNodes":true}',
      fields: { coresPerReplica: 2, nodesPerReplica: 1, maxReplicas: 100, preventSinglePointFailure: true, includeUnschedulableNodes: true } },
    { shows: "the defaults",               text: '{"nodesPerReplica":1}',                          fields: { nodesPerReplica: 1 } },
    { shows: "fractions and exponents",    text: '{"nodesPerReplica":2.5,"coresPerReplica":1e-1}', fields: { nodesPerReplica: 2.5, coresPerReplica: 0.1 } },
    { shows: "whitespace everywhere",      text: '\n{ "min" :\t3 , "nodesPerReplica": 1 }\r\n',    fields: { nodesPerReplica: 1, minReplicas: 3 } },
    { shows: "a min of 0 as 1",            text: '{"nodesPerReplica":1,"min":0,"max":1}',          fields: { nodesPerReplica: 1, maxReplicas: 1 } },
    { shows: "a max of 0 as none",         text: '{"nodesPerReplica":1,"min":3,"max":0}',          fields: { nodesPerReplica: 1, minReplicas: 3 } },
    { shows: "minus zero as zero",         text: '{"nodesPerReplica":1,"min":-0,"coresPerReplica":-0.0}', fields: { nodesPerReplica: 1 } },
    { shows: "keys in any case",           text: '{"NODESPERREPLICA":3,"Min":4}',                  fields: { nodesPerReplica: 3, minReplicas: 4 } },
    { shows: "keys with a long s",         text: '{"node\u017FPerReplica":3}',                     fields: { nodesPerReplica: 3 } },
    { shows: "keys with escapes",          text: '{"\\u006dax":9,"nodesPerReplic\\u0061":3}',      fields: { nodesPerReplica: 3, maxReplicas: 9 } },
    { shows: "the last of duplicate keys", text: '{"nodesPerReplica":3,"nodesperreplica":4}',      fields: { nodesPerReplica: 4 } },
    { shows: "null as absent",             text: '{"nodesPerReplica":3,"min":null,"preventSinglePointFailure":null}', fields: { nodesPerReplica: 3 } },
    { shows: "null after a value as that value", text: '{"nodesPerReplica":3,"nodesPerReplica":null}', fields: { nodesPerReplica: 3 } },
    { shows: "a duplicate key that replaces a negative value", text: '{"nodesPerReplica":-3,"nodesPerReplica":3}', fields: { nodesPerReplica: 3 } },
    { shows: "a value too small for a double as 0", text: '{"nodesPerReplica":3,"coresPerReplica":1e-999}', fields: { nodesPerReplica: 3 } },
    { shows: "a max beyond int32", text: '{"nodesPerReplica":1,"max":5000000000}', fields: { nodesPerReplica: 1, maxReplicas: 5e9 } },
    { shows: "max 1 with prevention, as upstream does", text: '{"nodesPerReplica":1,"max":1,"preventSinglePointFailure":true}',
      fields: { nodesPerReplica: 1, maxReplicas: 1, preventSinglePointFailure: true } },
  ])("reads $shows", ({ text, fields }) => {
    const parameters = parametersFromConfigMap({ linear: text }, "CPA-1.10");
    expect(parameters).toEqual({ ok: true, value: linear(fields) });
  });

  // prettier-ignore
  it.each([
    { shows: "a comma after the last member", text: '{"coresPerReplica":2,"nodesPerReplica":1,}', code: "NotJson", path: "" },
    { shows: "upstream's {{1:1}",             text: "{{1:1}",                                    code: "NotJson", path: "" },
    { shows: "an unterminated string",        text: '{"coresPerReplica":"indeterminate}',        code: "NotJson", path: "" },
    { shows: "nothing",                       text: "",                                          code: "NotJson", path: "" },
    { shows: "a list",                        text: "[]",                                        code: "Type", path: "" },
    { shows: "null",                          text: "null",                                      code: "RatioMissing", path: "" },
    { shows: "no ratio",                      text: '{"min":1}',                                 code: "RatioMissing", path: "" },
    { shows: "ratios of 0",                   text: '{"nodesPerReplica":0,"coresPerReplica":0}', code: "RatioMissing", path: "" },
    { shows: "negative nodes",                text: '{"nodesPerReplica":-20}',                   code: "RatioNotPositive", path: ".nodesPerReplica" },
    { shows: "negative cores",                text: '{"nodesPerReplica":1,"coresPerReplica":-1}', code: "RatioNotPositive", path: ".coresPerReplica" },
    { shows: "a ratio as text",               text: '{"nodesPerReplica":"1"}',                   code: "Type", path: ".nodesPerReplica" },
    { shows: "a ratio beyond doubles",        text: '{"nodesPerReplica":1e400}',                 code: "Type", path: ".nodesPerReplica" },
    { shows: "a fraction as min",             text: '{"nodesPerReplica":1,"min":1.5}',           code: "Type", path: ".min" },
    { shows: "1.0 as min",                    text: '{"nodesPerReplica":1,"min":1.0}',           code: "Type", path: ".min" },
    { shows: "1e2 as max",                    text: '{"nodesPerReplica":1,"max":1e2}',           code: "Type", path: ".max" },
    { shows: "a max beyond 64 bits",          text: '{"nodesPerReplica":1,"max":9223372036854775808}', code: "Type", path: ".max" },
    { shows: "a negative min",                text: '{"nodesPerReplica":1,"min":-1}',            code: "Range", path: ".min" },
    { shows: "a min beyond int32",            text: '{"nodesPerReplica":1,"min":2147483648}',    code: "Range", path: ".min" },
    { shows: "max below min",                 text: '{"nodesPerReplica":1,"min":100,"max":50}',  code: "MaxBelowMin", path: ".max" },
    { shows: "a negative max",                text: '{"nodesPerReplica":1,"max":-1}',            code: "MaxBelowMin", path: ".max" },
    { shows: "prevention as text",            text: '{"nodesPerReplica":1,"preventSinglePointFailure":"invalid"}', code: "Type", path: ".preventSinglePointFailure" },
    { shows: "a flag as a number",            text: '{"nodesPerReplica":1,"includeUnschedulableNodes":1}', code: "Type", path: ".includeUnschedulableNodes" },
    { shows: "a duplicate key after a wrong type", text: '{"min":"1","min":1,"nodesPerReplica":1}', code: "Type", path: ".min" },
    { shows: "an unknown key",                text: '{"nodesPerReplica":1,"unknown":3}',         code: "UnknownKey", path: "" },
    { shows: "a key of the other mode",       text: '{"nodesPerReplica":1,"nodesToReplicas":[]}', code: "UnknownKey", path: "" },
    { shows: "a key of Object.prototype",     text: '{"nodesPerReplica":1,"constructor":1}',     code: "UnknownKey", path: "" },
    { shows: "a ratio of a million levels",   text: `{"nodesPerReplica":${"[".repeat(1e6)}${"]".repeat(1e6)}}`, code: "Type", path: ".nodesPerReplica" },
    { shows: "a key named __proto__",         text: '{"nodesPerReplica":1,"__proto__":{}}',      code: "UnknownKey", path: "" },
  ])("refuses $shows: $code", ({ text, code, path }) => {
    const parameters = parametersFromConfigMap({ linear: text }, "CPA-1.10");
    expect(parameters).toMatchObject({ ok: false, error: { code, path: `data.linear${path}` } });
  });

  it("names the parameters that an unknown key may stand for", () => {
    const read = parametersFromConfigMap({ linear: '{"minimum":1}' }, "CPA-1.10");
    const remedy =
      "remove the member, or name it one of coresPerReplica, nodesPerReplica, min, max, preventSinglePointFailure, includeUnschedulableNodes";
    expect(read).toMatchObject({ ok: false, error: { code: "UnknownKey", remedy } });
  });

  it("refuses max 1 with prevention under Trimtab-1, which applies the bounds last", () => {
    const text = '{"nodesPerReplica":1,"max":1,"preventSinglePointFailure":true}';
    const error = { code: "MaxContradictsPrevention", path: "data.linear.max" };
    expect(parametersFromConfigMap({ linear: text }, "Trimtab-1")).toMatchObject({
      ok: false,
      error,
    });
  });
});

describe("a message about a ConfigMap does not contain its content", () => {
  const secret = "hunter2";
  // prettier-ignore
  it.each<{ shows: string; data: Readonly<Record<string, string>>; says: string }>([
    { shows: "another key",               data: { [secret]: "{}" },                                    says: 'its key is neither "linear" nor "ladder"' },
    { shows: "several keys",              data: { linear: "{}", [secret]: "" },                        says: "holds more than one key" },
    { shows: "a text",                    data: { linear: secret },                                    says: "is not JSON" },
    { shows: "a text with a position",    data: { linear: `${secret} in JSON at position 3` },         says: "is not JSON" },
    { shows: "nothing",                   data: { linear: "" },                                        says: "is not JSON: it ends too early" },
    { shows: "a key without quotes",      data: { linear: `{\n  ${secret}: 1}` },                      says: "is not JSON at line 2, column 3" },
    { shows: "something after the end",   data: { linear: `{} ${secret}` },                            says: "is not JSON at line 1, column 4" },
    { shows: "an unknown member",         data: { linear: `{"min":1,"${secret}":1}` },                 says: "the name of member 2 is not a parameter" },
    { shows: "a text for a number",       data: { linear: `{"nodesPerReplica":"${secret}"}` },         says: "is a string, not a number" },
    { shows: "a fraction for a count",    data: { linear: '{"nodesPerReplica":1,"max":47.11}' },       says: "is not written as a whole number" },
    { shows: "a negative ratio",          data: { linear: '{"nodesPerReplica":-4711}' },               says: "is negative" },
    { shows: "a negative minimum",        data: { linear: '{"nodesPerReplica":1,"min":-4711}' },       says: "is not from 0 to 2147483647" },
    { shows: "a maximum below",           data: { linear: '{"nodesPerReplica":1,"min":4711,"max":4710}' }, says: "is less than min, which is at least 1" },
    { shows: "steps as text",             data: { ladder: `{"nodesToReplicas":"${secret}"}` },         says: "is a string" },
    { shows: "a step of three",           data: { ladder: '{"nodesToReplicas":[[4711,4711,4711]]}' },  says: "does not have two elements" },
    { shows: "a negative step",           data: { ladder: '{"nodesToReplicas":[[4711,-4711]]}' },      says: "has a negative step" },
  ])("of $shows", ({ data, says }) => {
    const read = parametersFromConfigMap(data, "Trimtab-1");
    expect(read).toMatchObject({ ok: false, error: { message: says } });
    expect(JSON.stringify(read)).not.toMatch(/hunter2|471|47\.11/);
  });

  it("for any parameters", () => {
    const hold = fc.property(fc.string(), fc.string(), fc.constantFrom(0, 1, 2, 3), (a, b, how) => {
      const [key, text] = [`${secret}${a}`, `${a}${secret}${b}`];
      const quoted = JSON.stringify(text);
      const data = [
        { [key]: text },
        { linear: text },
        { ladder: `{${quoted}:1}` },
        { linear: `{"nodesPerReplica":${quoted}}` },
      ][how] as Record<string, string>;
      expect(JSON.stringify(parametersFromConfigMap(data, "Trimtab-1"))).not.toContain(secret);
    });
    fc.assert(hold, runs(300));
  });
});

describe("ladder", () => {
  // prettier-ignore
  it.each<{ shows: string; text: string; want: LadderParameters }>([
    { shows: "one step",                  text: '{"coresToReplicas":[[1,1]]}',      want: ladder([[1, 1]], []) },
    { shows: "both lists and the flag",   text: '{"coresToReplicas":[[1,1],[64,3]],"nodesToReplicas":[[1,1],[2,2]],"includeUnschedulableNodes":true}',
      want: ladder([[1, 1], [64, 3]], [[1, 1], [2, 2]], true) },
    { shows: "a list with a null list",   text: '{"coresToReplicas":null,"nodesToReplicas":[[1,7]]}', want: ladder([], [[1, 7]]) },
    { shows: "a list with an empty list", text: '{"coresToReplicas":[],"nodesToReplicas":[[1,7]]}', want: ladder([], [[1, 7]]) },
    { shows: "keys in any case",          text: '{"nodestoreplicas":[[1,7]]}',      want: ladder([], [[1, 7]]) },
    { shows: "zeros",                     text: '{"nodesToReplicas":[[0,0]]}',      want: ladder([], [[0, 0]]) },
    { shows: "thresholds beyond int32",   text: '{"nodesToReplicas":[[5000000000,2]]}', want: ladder([], [[5e9, 2]]) },
    { shows: "the last of duplicate lists", text: '{"nodesToReplicas":[[1,7],[2,8]],"nodesToReplicas":[[3,9]]}', want: ladder([], [[3, 9]]) },
    { shows: "a duplicate key that replaces a negative step", text: '{"nodesToReplicas":[[-1,7]],"nodesToReplicas":[[3,9]]}', want: ladder([], [[3, 9]]) },
    { shows: "sixteen steps in their order", text: `{"coresToReplicas":${shuffled}}`, want: ladder(JSON.parse(shuffled) as [number, number][], []) },
  ])("reads $shows", ({ text, want }) => {
    expect(parametersFromConfigMap({ ladder: text }, "CPA-1.10")).toEqual({ ok: true, value: want });
  });

  const steps = ".nodesToReplicas[0]";

  // prettier-ignore
  it.each([
    { shows: "upstream's {{ 1:1 }",       text: "{{ 1:1 }",                         code: "NotJson", path: "" },
    { shows: "a comma after the last step", text: '{"coresToReplicas":[[1,1],]}',   code: "NotJson", path: "" },
    { shows: "an unterminated string",    text: '{"coresToReplicas":[["1,"a"]]}',   code: "NotJson", path: "" },
    { shows: "a step without a size",     text: '{"coresToReplicas":[[:-200]]}',    code: "NotJson", path: "" },
    { shows: "bare steps",                text: "[[1,1]]",                          code: "Type", path: "" },
    { shows: "an empty object",           text: "{}",                               code: "LadderEmpty", path: "" },
    { shows: "null",                      text: "null",                             code: "LadderEmpty", path: "" },
    { shows: "the flag alone",            text: '{"includeUnschedulableNodes":true}', code: "LadderEmpty", path: "" },
    { shows: "a list of null",            text: '{"nodesToReplicas":null}',         code: "LadderEmpty", path: "" },
    { shows: "null after a list",         text: '{"nodesToReplicas":[[1,1]],"nodesToReplicas":null}', code: "LadderEmpty", path: "" },
    { shows: "a misspelled key",          text: '{"nodesToReplica":[[1,1]]}',       code: "UnknownKey", path: "" },
    { shows: "a bound, which a ladder does not have", text: '{"nodesToReplicas":[[1,1]],"min":2}', code: "UnknownKey", path: "" },
    { shows: "a list as text",            text: '{"nodesToReplicas":"[[1,1]]"}',    code: "Type", path: ".nodesToReplicas" },
    { shows: "a flag as text",            text: '{"nodesToReplicas":[[1,1]],"includeUnschedulableNodes":"no"}', code: "Type", path: ".includeUnschedulableNodes" },
    { shows: "null as the only step",     text: '{"nodesToReplicas":[null]}',       code: "StepMalformed", path: steps },
    { shows: "an empty step",             text: '{"nodesToReplicas":[[]]}',         code: "StepMalformed", path: steps },
    { shows: "a step of one number",      text: '{"nodesToReplicas":[[5]]}',        code: "StepMalformed", path: steps },
    { shows: "a step of three numbers",   text: '{"nodesToReplicas":[[1,2,3]]}',    code: "StepMalformed", path: steps },
    { shows: "a step with null",          text: '{"nodesToReplicas":[[1,null]]}',   code: "StepMalformed", path: steps },
    { shows: "a step with a fraction",    text: '{"nodesToReplicas":[[1.5,2]]}',    code: "StepMalformed", path: steps },
    { shows: "a step with 2.0",           text: '{"nodesToReplicas":[[1,2.0]]}',    code: "StepMalformed", path: steps },
    { shows: "a step of strings",         text: '{"nodesToReplicas":[["1","a"]]}',  code: "StepMalformed", path: steps },
    { shows: "a nested step",             text: '{"nodesToReplicas":[[[1,2]]]}',    code: "StepMalformed", path: steps },
    { shows: "a negative threshold",      text: '{"nodesToReplicas":[[-1,1]]}',     code: "Range", path: "" },
    { shows: "a negative count",          text: '{"nodesToReplicas":[[1,-1]]}',     code: "Range", path: "" },
  ])("refuses $shows: $code", ({ text, code, path }) => {
    const parameters = parametersFromConfigMap({ ladder: text }, "CPA-1.10");
    expect(parameters).toMatchObject({ ok: false, error: { code, path: `data.ladder${path}` } });
  });

  it.each(['{"coresToReplicas":[]}', '{"coresToReplicas":[],"nodesToReplicas":[]}'])(
    "refuses %s for an object of any profile, and reads it for a record of upstream",
    text => {
      const data = { ladder: text };
      const error = { code: "LadderEmpty" };
      expect(parametersFromConfigMap(data, "CPA-1.10")).toMatchObject({ ok: false, error });
      expect(parametersFromConfigMap(data, "Trimtab-1")).toMatchObject({ ok: false, error });
      const value = ladder([], []);
      expect(parametersFromConfigMap(data, "Upstream")).toEqual({ ok: true, value });
    },
  );
});
