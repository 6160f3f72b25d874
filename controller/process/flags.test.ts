import { expect, it } from "vitest";

import { flags, usage } from "./flags.ts";

const lines = usage().split("\n");

it.each(Object.entries(flags))(
  "--%s has a description, with its default if it has one",
  (name, flag) => {
    const { fallback, about }: { readonly fallback: string; readonly about: string } = flag;
    const explained = lines.filter(line => line.startsWith(`  --${name} `));
    expect(about).not.toBe("");
    expect(explained.map(line => line.replace(/^ *--\S+ +/, ""))).toEqual([
      fallback === "" ? about : `${about} (${fallback})`,
    ]);
  },
);
