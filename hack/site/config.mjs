// No TypeScript: the packages of the site are its own, and only `make site` installs them.
import { defineConfig } from "vitepress";

import packageJson from "../../package.json" with { type: "json" };
import { slugOf } from "./stage.ts";

/** What hack/site/site.ts sets: where the pages will be, their version, and which pages there are. */
const { base, outDir, version, pages, hasReports } = JSON.parse(process.env["SITE"]);
const { description } = packageJson;
const page = (text, name) => ({ text, link: `/${name}` });
/** An earlier version has fewer pages. */
const isThere = ({ link }) => pages.includes(`${link.slice(1) || "index"}.md`);

const sidebar = [
  {
    text: "Start",
    items: [
      page("What it is", ""),
      page("Install", "install"),
      page("Verify a release", "verify"),
      page("Compare with an HPA", "autoscaler-and-hpa"),
      page("What others do better", "comparison"),
      page("Autoscaler", "autoscaler"),
      page("ClusterProportionalAutoscaler", "cluster-proportional-autoscaler"),
    ],
  },
  {
    text: "Use",
    items: [
      page("The command line", "cli"),
      page("Which autoscalers are wrong", "fleet"),
      page("Simulate", "simulate"),
      page("Suggest", "suggest"),
      page("Foresight", "foresight"),
      page("Convert", "convert"),
      page("GitOps", "gitops"),
      page("Sources of metrics", "metric-sources"),
    ],
  },
  {
    text: "Operate",
    items: [
      page("Operations", "operations"),
      page("Troubleshooting", "troubleshooting"),
      page("Alerts", "alerts"),
      page("Upgrade", "upgrading"),
      page("Rights", "rights"),
      page("Several teams", "several-teams"),
      page("Memory", "memory"),
      page("Threat model", "threat-model"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("API", "api"),
      page("Metrics", "metrics"),
      page("Flags", "flags"),
      page("Rules", "rules"),
      page("Benchmarks", "benchmarks"),
      page("Glossary", "glossary"),
      page("Changelog", "changelog"),
    ],
  },
];

const reports = [
  { text: "A simulation", link: "/reports/try.html", target: "_blank" },
  { text: "A fleet", link: "/reports/fleet.html", target: "_blank" },
];

export default defineConfig({
  ...{ title: "Trimtab", description, lang: "en", base, outDir },
  // A page is a file, so that any static server can serve it.
  cleanUrls: false,
  // No server has an icon for it.
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    html: false,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: md => {
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, at, ...rest) =>
        tokens[at].info === "mermaid"
          ? `<pre class="mermaid" v-pre>${md.utils.escapeHtml(tokens[at].content)}</pre>`
          : fence(tokens, at, ...rest);
      // Indented code scrolls like the other one, and a heading of a table that is empty is none.
      md.core.ruler.push("accessible", ({ tokens }) => {
        for (const token of tokens) {
          if (token.type === "code_block") Object.assign(token, { type: "fence", info: "text" });
        }
        tokens.forEach(({ type, content }, at) => {
          if (type !== "inline" || content !== "") return;
          for (const around of [tokens[at - 1], tokens[at + 1]]) {
            if (around?.tag === "th") around.tag = "td";
          }
        });
      });
    },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
  },
  // The reports are whole pages of their own.
  ignoreDeadLinks: [/^\/reports\//, /^\/files\//, /^\.\/(\.\.\/)?(v[\d.]+\/)?index$/],
  themeConfig: {
    sidebar: sidebar.map(({ text, items }) => ({ text, items: items.filter(isThere) })),
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      ...(hasReports ? reports : []),
      {
        text: version,
        items: [page("Other versions", "versions"), page("Changelog", "changelog")],
      },
    ],
    footer: { message: "Apache License 2.0" },
  },
});
