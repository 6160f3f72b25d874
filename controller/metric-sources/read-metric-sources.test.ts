import { describe, expect, it, vi } from "vitest";
import { stringify } from "yaml";

import { readMetricSources } from "./read-metric-sources.ts";

const prometheus = {
  ...{ name: "platform", type: "Prometheus", allowedNamespaces: ["shop"] },
  prometheus: { url: "https://prometheus.monitoring.svc:9090/prometheus" },
};
const scaler = {
  ...{ name: "queues", type: "ExternalScaler", allowedNamespaces: ["*"] },
  externalScaler: { address: "scaler.shop.svc:9090" },
};
const withUrl = (url: string, more: object = {}) => ({
  ...prometheus,
  prometheus: { url },
  ...more,
});
const withHeader = (name: string) => ({
  ...prometheus,
  prometheus: { ...prometheus.prometheus, headers: [{ name, value: "a" }] },
});
const withAddress = (address: string) => ({ ...scaler, externalScaler: { address } });
const read = (...metricSources: unknown[]) => readMetricSources(stringify({ metricSources }));

describe("readMetricSources", () => {
  it("reads a source of each type", () => {
    const sources = read(prometheus, { ...scaler, tls: {}, credentialsSecret: "queues-tls" });
    if (!sources.ok) throw new Error(sources.error);
    expect(sources.value.get("platform")).toEqual({
      ...{ name: "platform", type: "Prometheus", allowedNamespaces: new Set(["shop"]) },
      ...{ enforcedMatchers: [], prometheus: prometheus.prometheus, credentialsSecret: null },
    });
    expect(sources.value.get("queues")).toMatchObject({
      ...{ allowedNamespaces: null, externalScaler: scaler.externalScaler },
      ...{ tls: {}, credentialsSecret: "queues-tls" },
    });
  });

  it("prints no warning of the parser, which quotes the line", () => {
    const warn = vi.spyOn(process, "emitWarning");
    expect(readMetricSources("metricSources: !hunter2 []").ok).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  // prettier-ignore
  it.each([
    { shows: "no list",                   text: "{}",                                                     says: "metricSources: is required; write metricSources" },
    { shows: "no YAML",                   text: "a: [hunter2",                                            says: /^the file is not YAML$/ },
    { shows: "no namespaces",             text: [{ ...prometheus, allowedNamespaces: undefined }],        says: "metricSources[0].allowedNamespaces: is required; write allowedNamespaces: [shop]" },
    { shows: "an empty list of them",     text: [{ ...prometheus, allowedNamespaces: [] }],               says: "metricSources[0].allowedNamespaces: has 0 entries" },
    { shows: "a pattern of namespaces",   text: [{ ...prometheus, allowedNamespaces: ["team-*"] }],       says: 'metricSources[0].allowedNamespaces[0]: "team-*" is not of the form' },
    { shows: "an unknown type",           text: [{ ...prometheus, type: "Graphite" }],                    says: 'metricSources[0].type: "Graphite" is not supported; write Prometheus or ExternalScaler' },
    { shows: "an unknown field",          text: [{ ...prometheus, password: "hunter2" }],                 says: /^metricSources\[0\].password: there is no such field; (?!.*hunter2)/ },
    { shows: "a name twice",              text: [prometheus, prometheus],                                 says: "metricSources[1].name: there is another source platform; rename one of the two" },
    { shows: "no settings",               text: [{ ...prometheus, prometheus: undefined }],               says: "metricSources[0].prometheus: is required for type Prometheus" },
    { shows: "settings of another type",  text: [{ ...prometheus, externalScaler: scaler.externalScaler }], says: "metricSources[0].externalScaler: is no part of a source of type Prometheus; remove it" },
    { shows: "no URL",                    text: [withUrl("prometheus:9090")],                             says: "metricSources[0].prometheus.url: is no http or https URL" },
    { shows: "credentials in the URL",    text: [withUrl("https://me:hunter2@prometheus")],               says: /url: contains credentials; (?!.*hunter2)/ },
    { shows: "the path of the API",       text: [withUrl("https://prometheus/api/v1/query")],             says: "url: is more than the address of the API" },
    { shows: "a query in the URL",        text: [withUrl("https://prometheus/?dedup=true")],              says: "url: is more than the address of the API" },
    { shows: "credentials without TLS",   text: [withUrl("http://prometheus", { credentialsSecret: "a" })], says: "url: is without TLS" },
    { shows: "a header with credentials", text: [withHeader("Authorization")],                            says: "headers[0].name: Authorization is set by the operator; remove it" },
    { shows: "a header of the client",    text: [withHeader("content-Type")],                             says: "headers[0].name: content-Type is set by the operator" },
    { shows: "certificates without TLS",  text: [{ ...scaler, externalScaler: { ...scaler.externalScaler, plaintext: true }, credentialsSecret: "a" }], says: "metricSources[0].externalScaler.plaintext: excludes tls and credentialsSecret, which nothing would use; remove one of them" },
    { shows: "more streams than are sensible", text: [{ ...scaler, externalScaler: { ...scaler.externalScaler, maxStreams: 10_001 } }], says: "externalScaler.maxStreams: must be at most 10000" },
    { shows: "an address without a port", text: [{ ...scaler, externalScaler: { address: "scaler" } }],   says: "metricSources[0].externalScaler.address: is no host with a port" },
  ])("refuses $shows", ({ text, says }) => {
    const sources = typeof text === "string" ? readMetricSources(text) : read(...text);
    const error = sources.ok ? "" : sources.error;
    if (typeof says === "string") expect(error).toContain(says);
    else expect(error).toMatch(says);
  });

  it.each(
    ["1", "9", "80", "9090", "10000", "59999", "60000", "64999", "65499", "65529", "65535"].map(
      port => ({ port }),
    ),
  )("accepts port $port of a scaler", ({ port }) => {
    expect(read(withAddress(`scaler:${port}`)).ok).toBe(true);
    expect(read(withAddress(`[::1]:${port}`)).ok).toBe(true);
  });

  it.each(
    ["", "0", "00000", "080", "65536", "65540", "65600", "66000", "70000", "99999", "100000"].map(
      port => ({ port }),
    ),
  )("refuses port $port of a scaler", ({ port }) => {
    const sources = read(withAddress(`scaler:${port}`));
    expect(!sources.ok && sources.error).toBe(
      "metricSources[0].externalScaler.address: is no host with a port from 1 to 65535; write scaler.shop.svc:9090 or the like",
    );
  });

  it("accepts a tenant header, and http without credentials", () => {
    expect(read(withHeader("X-Scope-OrgID")).ok).toBe(true);
    expect(read(withUrl("http://prometheus.monitoring.svc:9090")).ok).toBe(true);
  });
});
