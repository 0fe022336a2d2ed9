import { describe, expect, test } from 'vitest';
import { fromPlaywright, fromVitest } from '../../scripts/reports.ts';

describe('the runners’ reports', () => {
  test('vitest: each test, and a file that does not load as one failure', () => {
    const root = process.cwd();
    const results = fromVitest({
      testResults: [
        {
          name: `${root}/engine/a.test.ts`,
          status: 'failed',
          assertionResults: [
            { fullName: 'a works', status: 'passed' },
            { fullName: 'a breaks', status: 'failed' },
            { fullName: 'a waits', status: 'pending' },
            { fullName: 'a someday', status: 'todo' },
          ],
        },
        { name: `${root}/engine/b.test.ts`, status: 'failed', assertionResults: [] },
      ],
    });
    expect(results.map(({ file, outcome }) => `${file} ${outcome}`)).toEqual([
      'engine/a.test.ts passed',
      'engine/a.test.ts failed',
      'engine/a.test.ts skipped',
      'engine/a.test.ts skipped',
      'engine/b.test.ts failed',
    ]);
  });

  test('playwright: titles with their groups, flaky as failed, errors outside of tests', () => {
    const spec = (title: string, status: 'expected' | 'flaky' | 'skipped') => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status }],
    });
    const results = fromPlaywright({
      config: { rootDir: `${process.cwd()}/tests/e2e` },
      suites: [
        {
          title: 'a.spec.ts',
          file: 'a.spec.ts',
          specs: [spec('works', 'expected')],
          suites: [
            { title: 'group', file: 'a.spec.ts', specs: [spec('wavers', 'flaky'), spec('waits', 'skipped')] },
          ],
        },
      ],
      errors: [{}],
    });
    expect(results.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      'works: passed',
      'group wavers: failed',
      'group waits: skipped',
      'outside of tests: failed',
    ]);
    expect(results[0]?.file).toBe('tests/e2e/a.spec.ts');
  });
});
