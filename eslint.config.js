import tseslint from "typescript-eslint";

const clockAndChance = [
  { object: "Date", property: "now", message: "Take `now` as an argument." },
  { object: "Math", property: "random", message: "Take the random source as an argument." },
];

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "**/generated/", "**/*.js", "**/*.cjs", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      // A sixth faster than `projectService`, which loads the folders' own configurations, too.
      parserOptions: {
        project: ["tsconfig.json", "cli/tsconfig.browser.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      complexity: ["error", 12],
      "max-depth": ["error", 3],
      "max-params": ["error", 4],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      // `() => this.stop()` does not suggest a value to anyone.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "No barrels: import from the file itself." },
      ],
    },
  },
  {
    files: ["engine/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-properties": ["error", ...clockAndChance],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "The engine has no clock: take `now` as an argument.",
        },
        { selector: "ExportAllDeclaration", message: "No barrels: import from the file itself." },
      ],
    },
  },
  {
    files: ["**/*.test.ts", "test/**/*.ts"],
    rules: { "max-depth": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
