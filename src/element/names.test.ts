import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { frozenMoment, hideable, names, readAsked, scenarios, themes, views } from './names.ts';

test('an embed without a query shows the first call, with everything, in a world whose clock runs', () => {
  expect(readAsked('')).toEqual({
    ...{ view: 'requests', endpoint: null, theme: 'auto', hide: [], readonly: false },
    ...{ world: null, scenario: 'starter', plan: null, seed: null, frozen: null, headingLevel: 2 },
  });
});

test('every name is read', () => {
  const query =
    '?view=doctor&endpoint=createPost&theme=dark&hide=x-ray,limits&readonly&storage=browser&world=Harbour-1&scenario=small&plan=basic&seed=tide-1&frozen=2026-11-22T21:52:10Z&heading-level=3';
  expect([...new URLSearchParams(query).keys()].sort()).toEqual([...names].sort());
  expect(readAsked(query)).toEqual({
    ...{ view: 'doctor', endpoint: 'createPost', theme: 'dark', hide: ['x-ray', 'limits'], readonly: true },
    ...{
      world: 'Harbour-1',
      plan: 'basic',
      scenario: 'small',
      seed: 'tide-1',
      frozen: Date.UTC(2026, 10, 22, 21, 52, 10),
      headingLevel: 3,
    },
  });
  expect(readAsked('frozen&readonly=false')).toMatchObject({ frozen: frozenMoment, readonly: false });
  expect(readAsked('frozen=false')).toMatchObject({ frozen: null });
  expect(readAsked('storage=temp')).toMatchObject({ world: null });
});

describe('errors are reported in a sentence', () => {
  test.each([
    ['theem=dark', `An embed has no “theem”. It has: ${names.join(', ')}.`],
    ['theme=blue', '“theme” is “blue”. An embed takes it as one of light, dark, auto.'],
    ['theme=dark&theme=light', '“theme” is given twice. An embed takes it once.'],
    ['storage=disk', '“storage” is “disk”. An embed takes it as one of temp, browser.'],
    ['storage=browser', '“storage” is “browser” without a “world”. An embed takes that as a name of 1 to 64'],
    ['world=harbour', '“world” is the name of a world that is kept. It needs “storage” to be “browser”.'],
    ['storage=temp&world=harbour', 'It needs “storage” to be “browser”.'],
    ['storage=browser&world=', 'a name of 1 to 64 letters, digits and hyphens.'],
    ['storage=browser&world=the%20harbour', 'a name of 1 to 64 letters, digits and hyphens.'],
    [`storage=browser&world=${'x'.repeat(65)}`, 'a name of 1 to 64 letters, digits and hyphens.'],
    ['endpoint=%3Cscript%3E', 'the id of a call, such as createPost.'],
    ['hide=x-ray,keys', 'one or more of authorization, signature, x-ray, limits, headers'],
    ['frozen=2026-13-41T00:00:00Z', 'a time from 2020 to 2078'],
    ['frozen=2079-01-01T00:00:00Z', 'a time from 2020 to 2078'],
    ['heading-level=7', 'a whole number from 1 to 6'],
    ['seed=', 'a word of 1 to 64 letters'],
    ['__proto__=1', 'An embed has no “__proto__”.'],
    [`seed=${'x'.repeat(20_000)}`, 'The address of this embed is longer than 16 KB.'],
  ])('%.30s', (query, sentence) => {
    expect(readAsked(query)).toEqual({ problem: expect.stringContaining(sentence) as unknown });
  });
});

test('any query is read or refused: nothing throws, and every result is in the lists', () => {
  const name = fc.oneof(fc.constantFrom(...names), fc.string(), fc.constantFrom('constructor', 'toString'));
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'true', 'javascript:alert(1)', '<img src=x onerror=alert(1)>', '../..', '\0'),
    fc.constantFrom<string>(...views, ...themes, ...hideable, ...scenarios),
  );
  const queries = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => String(new URLSearchParams(pairs))),
  );
  fc.assert(
    fc.property(queries, (query) => {
      const read = readAsked(query);
      if ('problem' in read) {
        expect(read.problem).toMatch(/\.$/);
        return;
      }
      expect(views).toContain(read.view);
      expect(themes).toContain(read.theme);
      expect(scenarios).toContain(read.scenario);
      expect(hideable).toEqual(expect.arrayContaining([...read.hide]));
      expect(read.endpoint ?? 'none').toMatch(/^[\w.-]{1,80}$/);
      expect(read.world ?? 'none').toMatch(/^[A-Za-z0-9-]{1,64}$/);
      expect(read.seed ?? 'none').toMatch(/^[\w.-]{1,64}$/);
    }),
    rounds(300, 20_000),
  );
});
