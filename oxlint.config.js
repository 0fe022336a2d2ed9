/**
 * oxlint checks every `.ts` and `.js` file. Components are checked by ESLint (eslint.config.js) and, where types are
 * needed, by oxlint as TypeScript (scripts/lint/components.ts).
 */
import { engineRules, pageAndWorkerRules, storageRules } from './scripts/lint/powers.js';
import { typedRules } from './scripts/lint/typed-rules.js';

const off = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'off']));

/** `no-restricted-syntax` is ours in oxlint (scripts/lint/plugin.js). */
const forOxlint = ({ 'no-restricted-syntax': syntax, ...rules }) => ({
  ...rules,
  'playground/restricted-syntax': syntax,
});

/** What TypeScript reports in a `.ts` file. */
const insteadOfTypes = {
  'constructor-super': 'error',
  'getter-return': 'error',
  'no-class-assign': 'error',
  'no-const-assign': 'error',
  'no-dupe-class-members': 'error',
  'no-dupe-keys': 'error',
  'no-func-assign': 'error',
  'no-import-assign': 'error',
  'no-new-native-nonconstructor': 'error',
  'no-obj-calls': 'error',
  'no-redeclare': 'error',
  'no-setter-return': 'error',
  'no-this-before-super': 'error',
  'no-undef': 'error',
  'no-unreachable': 'error',
  'no-unsafe-negation': 'error',
  'no-with': 'error',
};

const tests = ['**/*.test.ts'];

export default {
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lint/plugin.js'],
  categories: { correctness: 'off' },
  options: { respectEslintDisableDirectives: false },
  env: { builtin: true, es2024: true, browser: true, node: true },
  ignorePatterns: [
    '.lint/',
    '.svelte-check/',
    'dist/',
    'test-results/',
    'playwright-report/',
    'coverage/',
    '**/*.svelte',
    // What readers copy: JavaScript without types, for other tools than this project's.
    'docs/examples/react/',
    'docs/examples/vue/',
  ],
  rules: {
    ...typedRules,
    // ESLint's `recommended` and typescript-eslint's `strict`, less what is a type error anyway.
    'for-direction': 'error',
    'no-async-promise-executor': 'error',
    'no-case-declarations': 'error',
    'no-compare-neg-zero': 'error',
    'no-cond-assign': 'error',
    'no-constant-binary-expression': 'error',
    'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
    'no-control-regex': 'error',
    'no-debugger': 'error',
    'no-delete-var': 'error',
    'no-dupe-else-if': 'error',
    'no-duplicate-case': 'error',
    'no-empty': 'error',
    'no-empty-character-class': 'error',
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }], // Playwright's fixtures
    'no-empty-static-block': 'error',
    'no-ex-assign': 'error',
    'no-extra-boolean-cast': 'error',
    'no-fallthrough': 'error',
    'no-global-assign': 'error',
    'no-invalid-regexp': 'error',
    'no-irregular-whitespace': 'error',
    'no-loss-of-precision': 'error',
    'no-misleading-character-class': 'error',
    'no-nonoctal-decimal-escape': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-self-assign': 'error',
    'no-shadow-restricted-names': 'error',
    'no-sparse-arrays': 'error',
    'no-unassigned-vars': 'error',
    'no-unexpected-multiline': 'error',
    'no-unsafe-finally': 'error',
    'no-unsafe-optional-chaining': 'error',
    'no-unused-labels': 'error',
    'no-unused-private-class-members': 'error',
    'no-useless-assignment': 'error',
    'no-useless-backreference': 'error',
    'no-useless-catch': 'error',
    'no-useless-escape': 'error',
    'preserve-caught-error': 'error',
    'require-yield': 'error',
    'use-isnan': 'error',
    'valid-typeof': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'no-useless-constructor': 'error',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/triple-slash-reference': 'error',
    'typescript/unified-signatures': 'error',
    // With noUncheckedIndexedAccess, `!` is how an index that was checked by a loop's bounds is written:
    // no-non-null-assertion is left out.
  },
  overrides: [
    {
      files: ['{engine,lessons,worker,src}/**/*.ts'],
      excludeFiles: tests,
      rules: { 'playground/boundaries': 'error' },
    },
    { files: ['{engine,lessons}/**/*.ts'], excludeFiles: tests, rules: forOxlint(engineRules) },
    {
      files: ['{worker,src}/**/*.ts'],
      // The probe of the sandbox tries what must not work there.
      excludeFiles: [...tests, 'src/sandbox/probe.ts'],
      rules: forOxlint(pageAndWorkerRules),
    },
    // The mark of a held clock stands beside its lock, under the lock's name.
    {
      files: ['src/parts/storage.ts', 'src/state/set-aside.ts', 'src/views/sign-in/clock/key.ts'],
      rules: forOxlint(storageRules),
    },
    // Reads the page's own index.html again, to see whether it was updated (decisions/threat-model.md).
    { files: ['src/parts/release.ts'], rules: { 'no-restricted-globals': 'off' } },
    // The line to the local server that the page was served by (decisions/threat-model.md).
    { files: ['worker/page/attached.ts'], rules: { 'no-restricted-globals': 'off' } },
    // Asks for the files of the site itself, and hands on what the page asks for.
    { files: ['src/offline/service-worker.ts'], rules: { 'no-restricted-globals': 'off' } },
    {
      files: ['tests/**/*.ts', ...tests],
      rules: {
        'playground/restricted-syntax': [
          'error',
          {
            selector:
              'CallExpression[callee.object.name="fc"][callee.property.name="assert"]:not(:has(CallExpression[callee.name="rounds"]))',
            message: 'How often, and from which seed, is told by rounds() of tests/support/rounds.ts.',
          },
        ],
      },
    },
    // No types are known here: rules find what is a type error elsewhere.
    { files: ['**/*.js'], rules: { ...off(typedRules), ...insteadOfTypes } },
    // `svelte/prefer-const` knows what the compiler assigns.
    { files: ['**/*.svelte.ts'], rules: { 'prefer-const': 'off' } },
    // Receivers run in the sandbox, which gives them a storage.
    { files: ['src/receivers/**/*.js'], globals: { storage: 'readonly' } },
  ],
};
