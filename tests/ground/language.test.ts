/** Phrases that must not come back, because a reader would stop at them. Each has its plain form. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwho(?:m)?ever\b/i, 'anyone who, no matter who, the user who'],
  [/\bthat there (?:is|are) not\b/, 'unknown, does not exist'],
  [/\bbut for (?!another reason)/, 'except for'],
  [/\bof whom (?:a|one|the user)\b/i, 'whose, the users whom'],
  [/\bbe it (?:empty|a|an|the)\b/, 'even if it is'],
  [/\bin vain\b/, 'without effect'],
  [/\b(?:act|acts|acted|relied|rely) upon\b/, 'on'],
  [/\bfor want of\b/, 'because … is missing'],
  [/\blest\b/, 'so that … not'],
  [/\btill\b/, 'until'],
  [/\bplatform\.md\b/, 'specification'],
  [/\bstands? here\b/, 'appears here'],
  [/\bsave for\b/, 'except for'],
  [/\bbelongs? into\b/, 'belongs in'],
  [/\bfrom the server that the page came from\b/, 'from the server'],
  [/\bthe \w+ of (?:before|now)\b/, 'the earlier, the current'],
  [/\bone a line\b/i, 'one per line'],
  [/\bin the midst\b/, 'during, in the middle of'],
  [/\bbe had\b/, 'is available, can be installed'],
  [/\bhave (?:its|their) turn\b/, 'run, as in: lets other tasks run'],
  [/\bTo be called\b/, 'Call it when …, Must be called …'],
  [/\bby turns\b/, 'in turn, alternately'],
  [/\b(?:thereof|whereof|therein|herein|hitherto|heretofore)\b/i, 'say it in full'],
];

/** Texts by other people, files stored by an earlier release, and texts of the platform's invented users. */
const isOthers = (file: string) =>
  /^tests\/(?:migrations\/snapshots|vectors|clauses\.json)|^engine\/scenarios\/population\/texts|^package-lock|^LICENSE/.test(
    file,
  ) || file === 'tests/ground/language.test.ts';

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.svelte', '*.md', '*.html'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !isOthers(file));
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

describe('nobody writes', () => {
  test.each(phrases)('%s (better: %s)', (phrase) => {
    const found = texts.flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, at) => (phrase.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
