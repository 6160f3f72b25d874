import { describe, expect, it } from "vitest";

import { sourceNameOf, tenantOf } from "./source-name.ts";

const nameOf = (address: string, trigger: object = {}, scheme: "http" | "grpc" = "http") =>
  sourceNameOf(address, scheme, tenantOf({ ...trigger }));

describe("the name of a metric source", () => {
  // prettier-ignore
  it.each([
    { of: "http://prometheus.monitoring.svc:9090",          name: "prometheus-monitoring" },
    { of: "http://prometheus:9090",                         name: "prometheus" },
    { of: "http://prometheus-server.monitoring",            name: "prometheus-server-monitoring-80" },
    { of: "http://prom.a.svc:9091",                         name: "prom-a-9091" },
    { of: "http://10.0.0.1:9090",                           name: "10-0-0-1" },
    { of: "https://prom.a.svc:9090",                        name: expect.stringMatching(/^prom-a-[0-9a-f]{8}$/) as string },
    { of: "https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1", name: expect.stringMatching(/^aps-workspaces-eu-west-1-[0-9a-f]{8}$/) as string },
    { of: `http://${"a".repeat(60)}.monitoring.svc:9090`,   name: expect.stringMatching(/^a{40}-[0-9a-f]{8}$/) as string },
    { of: "${PROMETHEUS}",                                  name: expect.stringMatching(/^prometheus-[0-9a-f]{8}$/) as string },
    { of: "http://",                                        name: expect.stringMatching(/^(http|source)-[0-9a-f]{8}$/) as string },
  ])("of $of is $name", ({ of, name }) => {
    expect(nameOf(of)).toEqual(name);
    expect(nameOf(of)).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
  });

  const usual = "http://prom.a.svc:9090";

  // prettier-ignore
  it.each([
    { shows: "a port",                of: "http://prom.a.svc:9091" },
    { shows: "the default port",      of: "http://prom.a.svc" },
    { shows: "a scheme",              of: "https://prom.a.svc:9090" },
    { shows: "a path",                of: "http://prom.a.svc:9090/select/0" },
    { shows: "another path",          of: "http://prom.a.svc:9090/select/7" },
    { shows: "a parameter",           of: "http://prom.a.svc:9090?tenant=a" },
    { shows: "a user",                of: "http://me@prom.a.svc:9090" },
    { shows: "a domain",              of: "http://prom.a.example.com:9090" },
    { shows: "another domain",        of: "http://prom.a.corp.com:9090" },
    { shows: "a hyphen for the dot",  of: "http://prom-a:9090" },
    { shows: "a namespace of digits", of: "http://prom-a.9091:9090" },
    { shows: "a header",              of: usual, trigger: { customHeaders: "X-Scope-OrgID=a" } },
    { shows: "another header",        of: usual, trigger: { customHeaders: "X-Scope-OrgID=b" } },
    { shows: "an older header",       of: usual, trigger: { cortexOrgID: "c" } },
    { shows: "a namespace",           of: usual, trigger: { namespace: "a" } },
    { shows: "query parameters",      of: usual, trigger: { queryParameters: "dedup=false" } },
  ])("differs from all others by $shows", row => {
    rows.push(nameOf(row.of, row.trigger));
    expect(new Set([nameOf(usual), ...rows]).size).toBe(rows.length + 1);
  });
  const rows: string[] = [];

  // prettier-ignore
  it.each([
    { shows: "a slash at the end",    one: "http://prom.a.svc:9090/",               other: usual },
    { shows: "the whole domain",      one: "http://prom.a.svc.cluster.local:9090",  other: usual },
    { shows: "no suffix",             one: "http://prom.a:9090",                    other: usual },
    { shows: "capital letters",       one: "http://Prom.A.svc:9090",                other: usual },
    { shows: "a default port",        one: "https://prom.example.com:443/x/",       other: "https://prom.example.com/x" },
    { shows: "another password",      one: "https://me:a@prom.example.com",         other: "https://me:b@prom.example.com" },
    { shows: "the same tenant",       one: "http://p:9090/", trigger: { cortexOrgID: "a" }, other: "http://p:9090", same: { cortexOrgID: "a" } },
  ])("is the same with $shows", ({ one, trigger, other, same }) => {
    expect(nameOf(one, trigger)).toBe(nameOf(other, same));
  });

  it("of a scaler needs no scheme", () => {
    expect(nameOf("Scaler.shop.svc:9090", {}, "grpc")).toBe("scaler-shop");
    expect(nameOf("scaler.shop:6000", {}, "grpc")).toBe("scaler-shop-6000");
    expect(nameOf("http://scaler.shop:6000", {}, "grpc")).toMatch(/^scaler-shop-[0-9a-f]{8}$/);
  });
});
