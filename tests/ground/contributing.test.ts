/** The walkthrough of CONTRIBUTING.md, "How to add an endpoint": it shows a file that this test runs. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alternatives } from '../../docs/examples/lesson/alternatives.ts';
import { lesson } from '../../docs/examples/lesson/lesson.ts';
import { mistakes } from '../../docs/examples/lesson/mistakes.ts';
import { solution } from '../../docs/examples/lesson/solution.ts';
import { getUserAge } from '../../docs/examples/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { families } from '../../engine/inside.ts';
import { describeFamilies } from '../../engine/reference/describe.ts';
import { playLesson } from '../support/play-lesson.ts';
import { start } from '../../testing/platform.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const shown = /```ts\n(import \{ endpoint[\s\S]*?)```/.exec(read('CONTRIBUTING.md'))?.[1];

const family = familyOf('age', 'Age of accounts', [getUserAge]);
const withIt = () => start({ families: [...families, family] });

describe('the endpoint that the walkthrough adds', () => {
  test('is the file that the walkthrough shows', () => {
    expect(shown).toBe(read('docs/examples/endpoint.ts'));
  });

  test('answers its example, with the headers of its limit', async () => {
    const { as } = await withIt();
    const answer = await as.bearer().get('/2/users/2244994945/age');
    expect(answer.json).toEqual({ data: { id: '2244994945', days: expect.any(Number) as number } });
    expect(answer.header('svc-rate-limit-limit')).toBe('300');
  });

  test('refuses an unknown user, an invalid id and a call without credentials', async () => {
    const { as } = await withIt();
    expect((await as.bearer().get('/2/users/999/age')).status).toBe(404);
    expect((await as.bearer().get('/2/users/mira/age')).status).toBe(400);
    expect((await as.anonymous.get('/2/users/2244994945/age')).code).toBe(215);
  });

  test('is described', async () => {
    const [described] = await describeFamilies([family]);
    expect(described).toMatchObject({ id: 'getUserAge', summary: 'Show how old an account is' });
  });
});

describe('the lesson that the walkthrough writes', () =>
  playLesson({ lesson, solution, alternatives, mistakes }));
