/**
 * ESLint checks the components and `.svelte.ts` files: what only the Svelte plugin knows, and the rules that need no types. Everything else is
 * oxlint's (oxlint.config.js), and so are the rules that need types (scripts/lint/components.ts).
 */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import playground from './scripts/lint/plugin.js';
import { pageAndWorkerRules } from './scripts/lint/powers.js';

export default defineConfig(
  globalIgnores(['**/*.{js,ts}', '!**/*.svelte.ts']),
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    // What a rule reports is mended, not silenced.
    linterOptions: { noInlineConfig: true },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // As in oxlint.config.js.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'prefer-const': 'off', // `$props()` and `$state()` are assigned by the compiler
      'svelte/prefer-const': 'error',
      'svelte/no-at-html-tags': 'error',
      // What only a worker's message replaces is `$state.raw`, and may hold a plain Map.
      'svelte/prefer-svelte-reactivity': 'off',
      // Routes live in the hash: there is no SvelteKit to resolve them.
      'svelte/no-navigation-without-resolve': 'off',
      // It needs types: playground/unused-props takes its place.
      'svelte/no-unused-props': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    plugins: { playground },
    rules: { ...pageAndWorkerRules, 'playground/boundaries': 'error', 'playground/unused-props': 'error' },
  },
);
