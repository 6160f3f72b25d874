import { describe, expect, it } from "vitest";

import { withoutSecrets } from "./server-trigger.ts";

describe("the address of a server in a report", () => {
  // prettier-ignore
  it.each([
    { shows: "an address",                   address: "http://prom:9090/select/0",     want: "http://prom:9090/select/0" },
    { shows: "one without a scheme",         address: "prom:9090",                     want: "prom:9090" },
    { shows: "a user and a password",        address: "http://me:pw@prom:9090",        want: "http://prom:9090" },
    { shows: "them without a scheme",        address: "me:pw@prom:9090",               want: "prom:9090" },
    { shows: "them behind backslashes",      address: "http:\\\\me:pw@prom:9090",      want: "http://prom:9090" },
    { shows: "a password with an at sign",   address: "http://me:p@w@prom:9090",       want: "http://prom:9090" },
    { shows: "a password with a slash",      address: "http://me:p/w@prom:9090",       want: "(not shown)" },
    { shows: "a password like a port",       address: "http://me:12/w@prom:9090",      want: "(not shown)" },
    { shows: "a token in the query",         address: "https://prom/api?token=secret", want: "https://prom/api" },
    { shows: "a fragment",                   address: "http://prom:9090/#secret",      want: "http://prom:9090" },
    { shows: "an empty address",             address: "",                              want: "" },
  ])("leaves out what can be a secret: $shows", ({ address, want }) => {
    expect(withoutSecrets(address)).toBe(want);
  });
});
