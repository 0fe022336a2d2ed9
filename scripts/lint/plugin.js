/** Our own rules, for both oxlint (JS plugins) and ESLint. */
import { boundaries } from './boundaries.js';
import { unusedProps } from './unused-props.js';

/** ESLint's `no-restricted-syntax`, which oxlint does not have: selectors with their messages. */
const restrictedSyntax = {
  meta: { type: 'problem', schema: false },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [
        selector,
        (node) => {
          context.report({ node, message });
        },
      ]),
    ),
};

export default {
  meta: { name: 'playground' },
  rules: { boundaries, 'restricted-syntax': restrictedSyntax, 'unused-props': unusedProps },
};
