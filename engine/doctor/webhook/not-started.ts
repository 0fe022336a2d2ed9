/** Receivers that run in the page and whose module does not start: what is wrong with the module. */
import type { SendFailure } from '../../http/send.ts';
import { choice } from './mistake.ts';
import type { Known, Made } from './mistake.ts';

/** Why a receiver's module does not start. */
export interface StartFailure {
  readonly why: string;
  /** The line in the module, from 1; null if it is not known. */
  readonly line: number | null;
}

/** The host's reason why a receiver's module does not start; null for any other failure. */
export function startFailureIn({
  reason,
  message,
}: Pick<SendFailure, 'reason' | 'message'>): StartFailure | null {
  const [, why, line] = /^\S+ does not start: (.*?)(?: \(line (\d{1,7})\))?$/s.exec(message) ?? [];
  return reason === 'refused' && why !== undefined
    ? { why, line: line === undefined ? null : Number(line) }
    : null;
}

const module = (given: Pick<Known, 'id' | 'repair'> & Partial<Known>): Known => ({
  stage: 'transport',
  title: 'The module does not start',
  did: 'wrote a module that does not start',
  wants: 'a module that exports a function as its default',
  source: choice('crc'),
  ...given,
});

const itself = 'Export the function itself: export default async function (request) { … }';

/** The first whose pattern matches the reason counts. */
const reasons: readonly (readonly [pattern: RegExp, known: Known])[] = [
  [
    /^SyntaxError\b/,
    module({
      id: 'module-syntax',
      repair: 'Correct that line: nothing in the module runs until all of it can be read',
    }),
  ],
  [
    /^ReferenceError: .*\brequire\b/,
    module({
      id: 'module-require',
      repair:
        'Remove `require`: a receiver is one ES module, and has `crypto`, `URL`, `Response` and `storage`',
    }),
  ],
  [
    /^ReferenceError: .*\b(?:module|exports)\b/,
    module({
      id: 'module-commonjs',
      repair: 'Write `export default` instead of `module.exports =`: a receiver is an ES module',
      hints: [{ find: '^(\\s*)(?:module\\.)?exports(?:\\.\\w+)?\\s*=\\s*', replace: '$1export default ' }],
    }),
  ],
  [
    /^It imports /,
    module({
      id: 'module-imports',
      repair: 'Remove the import: a receiver only has `crypto`, `URL`, `Response` and `storage`',
    }),
  ],
  [
    /^Its default export is an object with `fetch`/,
    module({
      id: 'module-object',
      repair: itself,
      hints: [
        {
          find: '^(\\s*export default )\\{\\s*(?:fetch\\s*:\\s*)?([\\w$]+)\\s*,?\\s*\\}',
          replace: '$1$2',
        },
      ],
    }),
  ],
  [/^Its default export is /, module({ id: 'module-no-function', repair: itself })],
  [
    /^It exports /,
    module({
      id: 'module-no-default',
      repair: 'Write `export default` before the function that answers',
      hints: [
        { find: '^(\\s*)export ((?:async )?function\\b)', replace: '$1export default $2' },
        { find: '^(\\s*)export const [\\w$]+ = ', replace: '$1export default ' },
        { find: '^(\\s*)((?:async )?function [\\w$]+\\(\\s*req)', replace: '$1export default $2' },
      ],
    }),
  ],
  [
    /^Its module is empty/,
    module({
      id: 'module-empty',
      repair: 'Write a function and export it as the default, or start from a ready-made receiver',
    }),
  ],
];

const throws = module({
  id: 'module-throws',
  repair: 'Correct that line: it runs when the module is loaded, before any request',
});

export const notStarted = ({ why }: StartFailure): Made => ({
  known: reasons.find(([pattern]) => pattern.test(why))?.[1] ?? throws,
});

/** The finding without a full stop: the reason, then its line. */
export const sentenceOf = ({ why, line }: StartFailure): string =>
  `The module does not start: ${why.replace(/\.$/, '')}${line === null ? '' : `, in line ${line}`}`;
