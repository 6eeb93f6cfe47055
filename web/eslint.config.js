import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "src/lib/api.d.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      // Indices that were just checked are written with "!".
      "@typescript-eslint/no-non-null-assertion": "off",
      // Types are the compiler's.
      "no-undef": "off",
      // Links of this site are plain paths: there is no base path to resolve.
      "svelte/no-navigation-without-resolve": "off",
      // Sets and maps are replaced, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
      // A space that must not be lost is written {" "}.
      "svelte/no-useless-mustaches": "off",
    },
  },
);
