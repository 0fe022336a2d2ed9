import { expect, it } from 'vitest';
import { loadFrom } from './kept-load.ts';

const plan = {
  endpointId: 'getMe',
  by: '@mira_holm',
  appId: '26001',
  count: 60,
  perSecond: 2,
  on429: 'go on',
  form: { as: 'oauth1', endpoint: null },
};
const kept = {
  plan,
  ...{ sent: 12, done: 10, refused: 2, closed: 0, other: 0, tookMs: 6000, waitedMs: 0 },
  refusedBy: { window: 2 },
  others: {},
};

it('a load that a reload cut off shows how far it came (lift 10)', () => {
  expect(loadFrom(kept)).toEqual({
    ...kept,
    waitsUntil: null,
    ended: 'cut off by a reload of the page',
    isCutOff: true,
  });
});

it('stored data is checked', () => {
  const wrong = [
    null,
    [],
    { ...kept, plan: null },
    { ...kept, sent: -1 },
    { ...kept, sent: 60 },
    { ...kept, done: '10' },
    { ...kept, plan: { ...plan, count: 1e9 } },
    { ...kept, plan: { ...plan, form: 'x' } },
  ];
  for (const each of wrong) expect(loadFrom(each)).toBeNull();
  const odd = loadFrom({ ...kept, refusedBy: { window: 2, moon: 1 }, others: { 404: 1, '<b>': 2 } });
  expect(odd).toMatchObject({ refusedBy: { window: 2 }, others: { 404: 1 } });
  expect(Object.keys(odd?.others ?? {})).toEqual(['404']);
});
