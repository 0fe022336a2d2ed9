/** What oxlint checks in the TypeScript of the components (scripts/lint/components.ts). */
import { typedRules } from './typed-rules.js';

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { respectEslintDisableDirectives: false },
  rules: typedRules,
};
