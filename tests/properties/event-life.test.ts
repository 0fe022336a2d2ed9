/**
 * The life of events compared with a model: whatever is done to a webhook, its receiver, its App, its user's access,
 * the clock and the process, each event is in exactly one of its three states, and can leave it.
 */
import fc from 'fast-check';
import { test } from 'vitest';
import { EventLife } from '../support/event-life.ts';
import type { EventAct } from '../support/event-life.ts';
import { proved, times } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';

const of = <K extends EventAct['kind']>(...kinds: K[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat(20) });

const act: fc.Arbitrary<EventAct> = fc.oneof(
  { weight: 14, arbitrary: of('cause') },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      how: fc.constantFrom(...(['at once', 'late', 'with 503', 'never', 'never'] as const)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      ms: fc.constantFrom(1, 1, 1000, 1000, 6000, 40_000, 400_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('challenge' as const), isRight: fc.boolean() }) },
  { weight: 6, arbitrary: of('redeliver', 'duplicate', 'replay', 'drop') },
  { weight: 4, arbitrary: of('validate', 'suspend', 'restore') },
  { weight: 3, arbitrary: of('subscribe', 'authorize') },
  { weight: 1, arbitrary: of('revoke', 'unsubscribe', 'remove') },
  { weight: 3, arbitrary: of('kill') },
);

const lives = times(25, 600);

test(`in ${lives} random lives each event is in one of its three states at any time`, async () => {
  let events = 0;
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
      const life = await EventLife.begin();
      for (const each of acts) await life.do(each);
      await life.end();
      events += life.caused;
      kills += acts.filter(({ kind }) => kind === 'kill').length;
    }),
    rounds(25, 600),
  );
  proved(
    `life of events: ${lives} lives, ${events} events, ${kills} kills, each event in one of three states`,
  );
}, 600_000);
