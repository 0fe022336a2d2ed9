import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { schemaVersion, tables } from '../../engine/inside.ts';
import { beginning, hosts, live, Outside } from '../../tests/support/activity-life.ts';
import { Mortality, never } from '../../tests/support/outbox-life.ts';
import { proved, times } from '../../tests/support/prove.ts';
import { reachDatabaseWhile } from '../../tests/support/silence.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { Random } from '../../engine/state/random.ts';
import { Storage } from './storage.ts';

/**
 * Deliveries of events with the storage of the page: five webhooks, and a fifth of all deliveries fails. The process
 * dies between any two steps: a transaction of IndexedDB, its acknowledgement, a call to the outside, and its answer.
 */

const kills = times(12, 100);
/** Each message causes five events. */
const messages = times(100, 900);

afterEach(() => void vi.restoreAllMocks());

const open = async (): Promise<Storage> => {
  const storage = await Storage.open({
    ...{ name: 'deliveries', shape: tables, schemaVersion },
    ...{ changed: () => {}, fenced: () => {} },
  });
  expect(storage.kept.kind).toBe('saved');
  return storage;
};

interface EventRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly state: string;
  readonly tries: readonly { readonly outcome: number | string }[];
}

const numberOf = ({ body }: EventRow): number => Number((/"text":"(\d+)"/.exec(body) ?? ['', 'NaN'])[1]);

test(`after ${kills} kills, of ${messages * 5} events to 5 webhooks with every fifth delivery failing none is lost: each was acknowledged or set aside, in order`, async () => {
  const { snapshot, signer, webhooks } = await beginning();
  const first = await open();
  await first.replace({ snapshot: inBlocks(snapshot), vault: [] });
  await first.close();
  const random = Random.seeded('deliveries');
  const outside = new Outside(() => random.uint32() / 2 ** 32);
  const run = async (steps: number, most: number): Promise<boolean> => {
    const storage = await open();
    const mortality = new Mortality(steps);
    reachDatabaseWhile(() => mortality.step());
    const commit: typeof storage.commit = async (changes) => {
      await storage.commit(changes);
      if (!mortality.step()) await never();
    };
    const started = whole(storage.take()!.snapshot);
    const wasCutShort = await live({ snapshot: started, signer, mortality, commit, outside, most });
    vi.restoreAllMocks();
    return wasCutShort;
  };
  let killed = 0;
  while (killed < kills) {
    // The messages are distributed over the lives; a life without messages delivers the rest.
    const most = Math.ceil((messages * (killed + 1)) / kills);
    if (await run(Math.floor(outside.dice() * 10 * (messages / kills) + 1), most)) killed++;
  }
  expect(await run(Infinity, messages)).toBe(false);
  const last = whole((await open()).take()!.snapshot);

  const events = last.tables['activity_events'] as unknown as readonly EventRow[];
  expect(last.tables['outbox']).toEqual([]);
  // Every webhook has one event for each kept message, and no others; every answered message is kept.
  const said = last.tables['dm_events']!.map((row) => String(row['text'])).filter((each) =>
    /^\d+$/.test(each),
  );
  const kept = said.map(Number).toSorted((a, b) => a - b);
  expect(outside.acknowledged.filter((number) => !kept.includes(number))).toEqual([]);
  for (const webhook of webhooks) {
    const own = events.filter((event) => event.webhook_id === webhook);
    expect(own.map(numberOf).toSorted((a, b) => a - b)).toEqual(kept);
  }
  // Each event is acknowledged, or set aside with all of its attempts.
  const ofState = (state: string) => events.filter((event) => event.state === state);
  expect(ofState('waiting')).toEqual([]);
  for (const { tries } of ofState('set_aside')) {
    expect(tries).toHaveLength(5);
    expect(tries.map(({ outcome }) => outcome)).not.toContain(200);
  }
  for (const { tries } of ofState('acknowledged')) expect(tries.at(-1)!.outcome).toBe(200);
  expect(ofState('set_aside').length).toBeGreaterThan(0);
  // What the receivers got: each event under one id, in order; an event may be repeated until the next one begins.
  for (const [at, host] of hosts.entries()) {
    const own = outside.delivered.filter((each) => each.host === host);
    const ids = own.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1)));
    for (const event of events.filter(({ webhook_id }) => webhook_id === webhooks[at])) {
      const tries = own.filter(({ number }) => number === numberOf(event));
      expect(tries.map(({ id }) => id)).toEqual(tries.map(() => event.id));
      if (event.state === 'acknowledged')
        expect(tries.some(({ wasAcknowledged }) => wasAcknowledged)).toBe(true);
    }
  }
  const failed = outside.delivered.filter(({ wasAcknowledged }) => !wasAcknowledged).length;
  const { length } = outside.delivered;
  expect(failed / length).toBeGreaterThan(0.15);
  proved(
    `deliveries: ${killed} kills, ${events.length} events, ${length} calls (${failed} failed), ${ofState('set_aside').length} set aside`,
  );
});
