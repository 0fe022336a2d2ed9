/**
 * Findings must be fixed, not silenced. Comments for ESLint have no effect (`noInlineConfig`,
 * `respectEslintDisableDirectives`), but oxlint cannot be told to ignore its own: they are reported instead.
 */
const comment = /(?:\/\/|[/*]\*|\*)\s*oxlint-(?:disable|enable)[\w-]*/g;

/** The lines, counted from 1, on which a comment would silence oxlint. */
export const suppressionsIn = (text: string): number[] =>
  [...text.matchAll(comment)].map(({ index }) => text.slice(0, index).split('\n').length);
