/** A plugin of oxlint, which has no rule of its own for this: the engine has no clock, and `new Date()` reads one. */

interface NewExpression {
  readonly callee: { readonly type: string; readonly name?: string };
  readonly arguments: readonly unknown[];
}

interface Context {
  readonly report: (problem: { node: NewExpression; message: string }) => void;
}

const message = "The engine has no clock: take `now` as an argument.";

export default {
  meta: { name: "engine" },
  rules: {
    "no-clock": {
      create: ({ report }: Context) => ({
        NewExpression(node: NewExpression) {
          if (node.callee.name === "Date" && node.arguments.length === 0) report({ node, message });
        },
      }),
    },
  },
};
