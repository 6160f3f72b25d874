/** A plugin of oxlint: product code reads text of strangers, and no regular expression takes more than linear time. */

import { slownessOf } from "./linear-pattern.ts";

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
}

interface Context {
  readonly report: (problem: { node: Node; message: string }) => void;
}

const remedy =
  "Write it so that a text matches in one way, search with indexOf, or state the longest text: begin with ^(?![^]{65}).";
const notLiteral =
  "This regular expression is built at run time, so its cost is not known: write it as a literal.";

/** Methods that make a regular expression of a text. */
const making: ReadonlySet<string> = new Set(["match", "matchAll", "search"]);

const isText = ({ type, value }: Node): boolean =>
  type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");

export default {
  meta: { name: "regular-expressions" },
  rules: {
    linear: {
      create({ report }: Context) {
        const checkBuilt = (node: Node): void => {
          const { name, property } = node.callee ?? {};
          if ((name ?? property?.name) === "RegExp") report({ node, message: notLiteral });
        };
        return {
          Literal(node: Node) {
            if (!node.regex) return;
            const slowness = slownessOf(node.regex.pattern, node.regex.flags);
            const message = `This regular expression ${slowness}. ${remedy}`;
            if (slowness !== null) report({ node, message });
          },
          NewExpression: checkBuilt,
          CallExpression(node: Node) {
            checkBuilt(node);
            const [pattern] = node.arguments ?? [];
            const makes = making.has(node.callee?.property?.name ?? "");
            if (makes && pattern && isText(pattern)) report({ node, message: notLiteral });
          },
        };
      },
    },
  },
};
