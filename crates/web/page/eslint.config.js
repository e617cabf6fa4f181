// What the compiler lets through: promises that are dropped, values without a type, and hooks used against their rules.

import hooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import typescript from "typescript-eslint";

export default defineConfig({
  files: ["src/**/*.{ts,tsx}", "tests/**/*.ts"],
  extends: [typescript.configs.recommendedTypeChecked],
  plugins: { "react-hooks": hooks },
  languageOptions: { parserOptions: { projectService: true } },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  // The plugin's other rules are for a compiler of React's, which has no signals.
  rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
});
