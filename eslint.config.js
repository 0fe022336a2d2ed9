import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import { boundaries } from './scripts/lint/boundaries.js';
import { engineRules, pageAndWorkerRules } from './scripts/lint/powers.js';

const tests = ['**/*.test.ts'];

export default defineConfig(
  globalIgnores(['dist/', 'test-results/', 'playwright-report/', 'coverage/']),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    // What a rule reports is mended, not silenced.
    linterOptions: { noInlineConfig: true },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }], // Playwright's fixtures
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // The only way to copy on plain http, where browsers hide the clipboard.
      '@typescript-eslint/no-deprecated': ['error', { allow: [{ from: 'lib', name: 'execCommand' }] }],
      // With noUncheckedIndexedAccess, `!` is how an index that was checked by a loop's bounds is written.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // `[...text]` is how a text is walked by code points.
      '@typescript-eslint/no-misused-spread': 'off',
      // A handler is async by its type, whether or not this one waits.
      '@typescript-eslint/require-await': 'off',
      // Inference through a parameter that stands once is how declarations and readers get their types.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
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
    },
  },
  {
    files: ['{engine,worker,src,embed}/**/*.{ts,svelte}'],
    ignores: tests,
    plugins: { playground: { rules: { boundaries } } },
    rules: { 'playground/boundaries': 'error' },
  },
  { files: ['engine/**/*.ts'], ignores: tests, rules: engineRules },
  {
    files: ['{worker,src,embed}/**/*.{ts,svelte}'],
    // The probe of the sandbox tries what must not work there.
    ignores: [...tests, 'src/sandbox/probe.ts'],
    rules: pageAndWorkerRules,
  },
  {
    files: ['tests/**/*.ts', ...tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name="fc"][callee.property.name="assert"]:not(:has(CallExpression[callee.name="rounds"]))',
          message: 'How often, and from which seed, is told by rounds() of tests/support/rounds.ts.',
        },
      ],
    },
  },
  // Receivers run in the sandbox, which gives them a storage.
  { files: ['src/receivers/**/*.js'], languageOptions: { globals: { storage: 'readonly' } } },
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
);
