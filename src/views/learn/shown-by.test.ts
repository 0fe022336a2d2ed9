import { expect, test } from 'vitest';
import type { StepReport } from '../../../lessons/index.ts';
import type { Exchange } from '../../../worker/api.ts';
import { lastCall, sectionsOf, shownBy } from './shown-by.ts';

const line = { at: 0, outcome: 'passed', verb: 'Matched', text: '', sections: ['8.1'], choices: [] } as const;
const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  ...{ sequence, at: 0, durationMs: 1, direction: 'in', endpointId: 'getMe', appId: '1', userId: null },
  request: { method: 'GET', url: 'https://api.svc.example/2/users/me', headers: [] },
  outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array() },
  ...{ trace: [line], windows: [] },
  ...more,
});
const refused = exchange(8, {
  trace: [line, { ...line, outcome: 'refused', verb: 'Permitted', sections: ['5'], problem: 'x' }],
});
const delivery = exchange(9, { direction: 'out' });
const report = (...sequences: (number | null)[]): StepReport => ({
  ...{ step: 0, isDone: true, miss: null, isStuck: false },
  met: sequences.map((sequence) => ({ at: 0, told: 'seen', sequence })),
});

test('each step has the calls that show it, as far as the log still has them', async () => {
  const ask = async () => ({ exchanges: [delivery, refused, exchange(7)], more: false });
  const shown = await shownBy({ ask: ask as never }, [report(7), report(8, null), report(9, 4)]);
  expect(shown.map((of) => of.map(({ sequence }) => sequence))).toEqual([[7], [8], [9]]);
  expect(lastCall(shown), 'a delivery is no call of an App').toBe(refused);
});

test('a refusal links to the section that refuses, a success to the sections that it passed', () => {
  expect(sectionsOf([refused, refused])).toEqual(['5']);
  const passed: Exchange['trace'] = [
    line,
    { ...line, verb: 'Authenticated', sections: ['4.2'] },
    { ...line, verb: 'Counted', sections: ['8.1', '4.2'] },
  ];
  expect(sectionsOf([exchange(7, { trace: passed })])).toEqual(['4.2', '8.1']);
  expect(sectionsOf([exchange(7)])).toEqual([]);
});
