/** The limiter compared with a model that keeps only the times of the calls that it allowed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan, Platform } from '../../engine/index.ts';
import { parseCell } from '../../engine/spec/limits.ts';
import type { Limit } from '../../engine/spec/limits.ts';
import { Windows } from '../../engine/limits/windows.ts';
import { rows } from '../support/cells.ts';
import type { Row } from '../support/cells.ts';
import { start } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';

interface Pool {
  readonly limit: number;
  readonly ms: number;
  /** The times of the calls counted since the window began. */
  counted: number[];
}

/** A window is fixed: it starts with the first counted call, and is empty again at its end (choice: window). */
const used = ({ counted, ms }: Pool, now: number): number =>
  counted.length > 0 && now < counted[0]! + ms ? counted.length : 0;

const left = (pool: Pool, now: number): number => pool.limit - used(pool, now);

/** In all pools or in none. */
function passes(pools: readonly Pool[], now: number): boolean {
  if (pools.some((pool) => left(pool, now) <= 0)) return false;
  for (const pool of pools) {
    if (used(pool, now) === 0) pool.counted = [];
    pool.counted.push(now);
  }
  return true;
}

const suffix = fc.constantFrom('15m', '24h', '1s');
const part = fc.tuple(fc.integer({ min: 1, max: 6 }), suffix).map(([limit, window]) => `${limit}/${window}`);
/** Gaps around the ends of windows: within a second, exactly, about 15 minutes, about a day, far beyond. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001, 899_999, 900_000, 900_001) },
  { weight: 1, arbitrary: fc.constantFrom(86_399_999, 86_400_000, 86_400_001, 3 * 86_400_000) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
);

describe('the limiter', () => {
  test('allows exactly the calls that a model of two pools allows, for any calls of an App’s users', () => {
    const calls = fc.array(fc.record({ gap, user: fc.constantFrom('one', 'two', 'three') }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(part, part, calls, fc.integer({ min: 0, max: 79 }), (u, a, schedule, sweptAt) => {
        const cell: readonly Limit[] = parseCell(`${u} U, ${a} A`);
        const [own, all] = cell as [Limit, Limit];
        const poolOf = ({ limit, windowSeconds }: Limit): Pool => ({
          limit,
          ms: windowSeconds * 1000,
          counted: [],
        });
        const users = new Map<string, Pool>();
        const app = poolOf(all);
        const windows = new Windows([], false);
        let now = 1_772_444_472_123;
        for (const [at, { gap: passed, user }] of schedule.entries()) {
          now += passed;
          if (at === sweptAt) windows.sweep(now);
          const pool = users.get(user) ?? poolOf(own);
          users.set(user, pool);
          const isLetThrough = passes([pool, app], now);
          const { counted, states } = windows.count('e', cell, { user, app: 'app' }, now);
          expect(counted, `call ${at}`).toBe(isLetThrough);
          expect(states.map(({ remaining }) => remaining)).toEqual([left(pool, now), left(app, now)]);
          for (const [state, { counted: times, ms }] of [
            [states[0]!, pool],
            [states[1]!, app],
          ] as const)
            expect(state.resetAt).toBe(used({ counted: times, ms, limit: 0 }, now) ? times[0]! + ms : null);
        }
      }),
      rounds(300, 20_000),
    );
  });
});

/** A row with different pools for users and for the App, and one with both only for users. */
const called = [
  { endpoint: 'GET /2/users/:id', path: '/2/users/2244994945', isForUsers: false },
  { endpoint: 'POST /2/posts', path: '/2/posts', isForUsers: true },
  {
    endpoint: 'GET /2/users/by/username/:username',
    path: '/2/users/by/username/aiko_tan',
    isForUsers: false,
  },
] as const;

type Step =
  | { readonly does: 'call'; readonly which: number; readonly who: 'mira_holm' | 'jonas_berg' | 'app' }
  | { readonly does: 'jump'; readonly ms: number }
  | { readonly does: 'stop' }
  | { readonly does: 'go on' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('call' as const),
      which: fc.integer({ min: 0, max: called.length - 1 }),
      who: fc.constantFrom('mira_holm' as const, 'jonas_berg' as const, 'app' as const),
    }),
  },
  { weight: 3, arbitrary: gap.map((ms) => ({ does: 'jump' as const, ms })) },
  { weight: 1, arbitrary: fc.constantFrom({ does: 'stop' as const }, { does: 'go on' as const }) },
);

const plan: fc.Arbitrary<Exclude<Plan, 'enterprise'>> = fc.constantFrom('pro', 'basic', 'free');

/** The pools that a call counts in, by the document: created on first use. */
class Model {
  readonly #pools = new Map<string, Pool>();

  constructor(private readonly plan: keyof Row['cells']) {}

  call(endpoint: string, isForUsers: boolean, who: string, now: number): boolean {
    const cells = rows.find((row) => row.endpoint === endpoint)!.cells[this.plan];
    // choice: app-cell-on-user-endpoint
    const scopes = who === 'app' ? ['app'] : isForUsers ? ['user', 'app'] : ['user'];
    const pools = cells
      .filter(({ scope }) => scopes.includes(scope))
      .map(({ scope, calls, minutes }) => {
        const key = `${endpoint} ${scope} ${scope === 'user' ? who : ''}`;
        const pool = this.#pools.get(key) ?? { limit: calls, ms: minutes * 60_000, counted: [] };
        this.#pools.set(key, pool);
        return pool;
      });
    return passes(pools, now);
  }
}

describe('the platform', () => {
  test('refuses exactly the calls that a model of the document refuses, whatever its clock does', async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.array(step, { minLength: 5, maxLength: 70 }), async (on, steps) => {
        const { platform, as } = await start();
        await platform.do('portal.setPlan', '1700', on);
        const model = new Model(on);
        for (const [turn, each] of steps.entries()) {
          if (each.does !== 'call') await move(platform, each);
          else {
            const { endpoint, path, isForUsers } = called[each.which]!;
            if (each.who === 'app' && isForUsers) continue;
            const client = each.who === 'app' ? as.bearer() : as.user(each.who);
            const isLetThrough = model.call(endpoint, isForUsers, each.who, platform.clock.now());
            const answer = await (isForUsers
              ? client.post(path, { text: `Turn ${turn}` })
              : client.get(path));
            expect(answer.status === 429, `step ${turn}: ${answer.status} ${answer.text}`).toBe(
              !isLetThrough,
            );
          }
        }
      }),
      rounds(40, 1000),
    );
  });
});

async function move({ clock }: Platform, step: Exclude<Step, { does: 'call' }>): Promise<void> {
  if (step.does === 'jump') await clock.advance(step.ms);
  else if (step.does === 'stop') await clock.freeze();
  else await clock.resume();
}
