import { describe, expect, it } from "vitest";

import { lackOfChromium, lackOfDebian12 } from "./machine.ts";

const release = (id: string, version: string, name: string) =>
  `PRETTY_NAME="${name}"\nNAME="Other"\nVERSION_ID=${version}\nVERSION="${version} (x)"\nID=${id}\n`;
const bookworm = release("debian", '"12"', "Debian GNU/Linux 12 (bookworm)");
const tools = ["apt-get", "dpkg", "dpkg-deb"];

describe("lackOfDebian12", () => {
  // prettier-ignore
  it.each([
    { on: "Debian 12",               osRelease: bookworm,                                                         has: tools,        want: undefined },
    { on: "Debian 12, no apt-get",   osRelease: bookworm,                                                         has: tools.slice(1), want: "Debian GNU/Linux 12 (bookworm) here lacks apt-get" },
    { on: "Debian 12, bare",         osRelease: bookworm,                                                         has: [],           want: "Debian GNU/Linux 12 (bookworm) here lacks apt-get, dpkg, dpkg-deb" },
    { on: "Debian 13",               osRelease: release("debian", '"13"', "Debian GNU/Linux 13 (trixie)"),        has: tools,        want: "this is Debian GNU/Linux 13 (trixie)" },
    { on: "Debian testing",          osRelease: 'PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n',          has: tools,        want: "this is Debian GNU/Linux forky/sid" },
    { on: "Ubuntu 24.04",            osRelease: `${release("ubuntu", '"24.04"', "Ubuntu 24.04.3 LTS")}ID_LIKE=debian\n`, has: tools, want: "this is Ubuntu 24.04.3 LTS" },
    { on: "a 12 that is no Debian",  osRelease: release("other", '"12"', "Other 12"),                             has: tools,        want: "this is Other 12" },
    { on: "Fedora",                  osRelease: release("fedora", "42", "Fedora Linux 42 (Workstation Edition)"), has: [],           want: "this is Fedora Linux 42 (Workstation Edition)" },
    { on: "a machine without names", osRelease: "",                                                               has: tools,        want: "this is an unknown system" },
  ])("$on: $want", ({ osRelease, has, want }) => {
    expect(lackOfDebian12({ osRelease, hasCommand: name => has.includes(name) })).toBe(want);
  });
});

describe("lackOfChromium", () => {
  it.each([
    { has: ["chromium"], want: undefined },
    { has: tools, want: "it is missing here: install the package chromium" },
  ])("with $has: $want", ({ has, want }) => {
    expect(lackOfChromium({ osRelease: bookworm, hasCommand: name => has.includes(name) })).toBe(
      want,
    );
  });
});
