import { describe, expect, it } from "vitest";

import { Html, markup } from "./html.ts";

describe("markup", () => {
  // prettier-ignore
  it.each([
    { inserts: "an element",            text: "<script>alert(1)</script>", want: "&lt;script&gt;alert(1)&lt;/script&gt;" },
    { inserts: "the end of an attribute", text: `" onload='x'`,            want: "&quot; onload=&#39;x&#39;" },
    { inserts: "an entity",             text: "&lt;",                      want: "&amp;lt;" },
    { inserts: "a right-to-left override", text: "a\u202eb\u0000c",        want: "a b c" },
    { inserts: "a number",              text: 1.5,                         want: "1.5" },
  ])("escapes $inserts", ({ text, want }) => {
    expect(markup`<a title="${text}">${text}</a>`.text).toBe(`<a title="${want}">${want}</a>`);
  });

  it("inserts markup, and lists of it, as they are", () => {
    const items = ["<", ">"].map(text => markup`<li>${text}</li>`);
    expect(markup`<ul>${items}</ul>${new Html("<hr>")}`.text).toBe(
      "<ul><li>&lt;</li><li>&gt;</li></ul><hr>",
    );
  });
});
