import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Random } from '../../../engine/state/random.ts';
import { deliveriesFile, hosts, isRefused, wordsOf } from '../../support/deliveries-file.ts';
import { DeliveriesWitness } from '../../support/deliveries-witness.ts';
import { dice } from '../../support/dice.ts';
import { expect, open, postsOf, test } from '../../support/harness/fixtures.ts';
import { proved, proving, times } from '../../support/prove.ts';

const kills = times(1, 50);
/** Each is five events. */
const messages = times(4, 200);
/** What a receiver does not answer at all costs ten seconds each. */
const hangs = proving ? 0.005 : 0;
/** Posts of one life begin here, behind those of the one before. */
const firstOf = (life: number): number => life * 1000;

test(`${kills === 1 ? 'a kill' : `${kills} kills`} of the browser with deliveries under way: of ${messages * 5} events and more none is lost, each is acknowledged or set aside, in order`, async ({
  harnessSite,
  newProfile,
}) => {
  // With this seed, calls are cut short by a kill and come again in a later life.
  const random = dice('deliveries, kills of the browser', 3);
  const { file, webhooks } = await deliveriesFile(hangs, random.uint32());
  const profile = await newProfile();
  const witness = new DeliveriesWitness();
  const start = async () => {
    const started = await profile.start();
    await started.page.exposeFunction('witness', witness.tell);
    await started.page.exposeFunction('acknowledge', witness.acknowledge);
    await open(started.page, harnessSite.url);
    return started;
  };
  const first = await start();
  await first.page.evaluate(async (text) => {
    await (await harness).playground.importFile(new Blob([text]), 'deliveries');
  }, file);
  await first.kill();

  // Events to a receiver and their answers, a fifth more for those that fail, shared out over the lives.
  const steps = (2 * 5 * 1.2 * messages) / kills;
  for (let life = 0; life < kills; life++) {
    const { page, kill } = await start();
    await expectKept(page, witness);
    const over = witness.begin(life, 1 + random.below(Math.ceil(2 * steps)));
    cause(page, webhooks, firstOf(life), Infinity, shares(random)).catch(() => {}); // the browser is gone: that is the test
    await over;
    if (random.below(2) === 0) await setTimeout(random.below(60)); // not always just behind a step
    await kill();
  }
  const { page, kill } = await start();
  await expectKept(page, witness);
  void witness.begin(kills, Infinity);
  await cause(page, webhooks, firstOf(kills), Math.max(4, messages - witness.posted.length), shares(random));

  const { events, outbox, items, numbers } = await found(page);
  expect(outbox).toBe(0);
  expect(numbers.length).toBeGreaterThanOrEqual(messages);
  expect(witness.posted.filter((number) => !numbers.includes(number))).toEqual([]);
  let setAside = 0;
  for (const [at, webhook] of webhooks.entries()) {
    const host = hosts[at]!;
    const own = events.filter(({ webhook_id }) => webhook_id === webhook);
    const came = witness.came.filter((each) => each.host === host);
    // One event for every post that was kept, and for no other; each came under its own id and no other.
    const numberOf = new Map(came.map(({ id, number }) => [id, number]));
    expect(own.map(({ id }) => numberOf.get(id)).toSorted(byNumber)).toEqual(numbers);
    expect(came.filter(({ id, number }) => numberOf.get(id) !== number)).toEqual([]);
    expect(came.filter(({ id }) => !own.some((event) => event.id === id))).toEqual([]);
    // In the order of the events, one repeated at most until the next began.
    expect(came.map(({ id }) => id)).toEqual(came.map(({ id }) => id).toSorted(byId));
    const visible = await setAsideOf(page, webhook);
    for (const { id, state, tries } of own) {
      const outcomes = came.filter((each) => each.id === id).map(({ outcome }) => outcome);
      if (state === 'acknowledged') expect(outcomes).toContain(200);
      else {
        expect(state).toBe('set_aside');
        expect(visible).toContain(id);
        expect(tries).toHaveLength(5);
        expect(outcomes.filter((outcome) => outcome !== null).length).toBeGreaterThanOrEqual(5);
      }
      // What the receiver stored itself, in its own words: it is there for every try that the platform knows an answer of.
      const stored = JSON.parse(items[`${host}:${id}`]!) as { number: number; times: number };
      expect(stored.number).toBe(numberOf.get(id));
      expect(stored.times).toBeLessThanOrEqual(outcomes.length);
      const answered = tries.filter(({ outcome }) => typeof outcome === 'number');
      expect(stored.times).toBeGreaterThanOrEqual(answered.length);
      if (isRefused(host, stored.number)) expect(state).toBe('set_aside');
    }
    expect(visible).toHaveLength(own.filter(({ state }) => state === 'set_aside').length);
    setAside += visible.length;
  }
  expect(setAside).toBeGreaterThan(0);
  // The kills struck where they should: two may miss, fifty do not.
  expect(witness.cutShort.length).toBeGreaterThanOrEqual(proving ? kills / 4 : 0);
  const failed = witness.came.filter(({ outcome }) => outcome !== null && outcome !== 200).length;
  proved(
    `deliveries: browser killed ${kills} times, ${events.length} events to 5 webhooks, none lost; ${witness.came.length} calls of receivers (${failed} failed, ${witness.cutShort.length} cut short by a kill, ${witness.again.length} again in a later life), ${setAside} events set aside`,
  );
  await kill();
});

/** From above 0 to below 1, as many as a life will need; then they begin again. */
const shares = (random: Random): readonly number[] =>
  Array.from({ length: 997 }, () => (random.uint32() + 0.5) / 2 ** 32);

const byNumber = (a = NaN, b = NaN): number => a - b;
const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1);

/** The storage works, and every post that was answered is there, once. */
async function expectKept(page: Page, { posted }: DeliveriesWitness): Promise<void> {
  const { storage } = await page.evaluate(async () => (await harness).playground.greet());
  expect(storage).toMatchObject({ kind: 'saved', reason: null });
  const posts = await postsOf(page);
  expect(posted.filter((number) => posts[wordsOf(number)] !== 1)).toEqual([]);
}

/**
 * Posts so many, a few at a time while not many events wait, and moves the clock on until nothing waits any more. How many
 * and how far is drawn. Dies with the browser.
 */
const cause = (
  page: Page,
  webhooks: readonly string[],
  first: number,
  count: number,
  drawn: readonly number[],
): Promise<void> =>
  page.evaluate(
    async ({ webhooks, first, count, drawn }) => {
      const { playground, post } = await harness;
      const { acknowledge } = globalThis as unknown as { acknowledge: (number: number) => Promise<void> };
      const end = first + (count ?? Infinity);
      let next = first;
      let at = 0;
      const share = () => drawn[at++ % drawn.length]!;
      const waiting = async () => {
        const reports = await Promise.all(
          webhooks.map((id) => playground.ask('activity.report', id, { state: 'waiting' })),
        );
        return Math.max(...reports.map((report) => report!.counts.waiting));
      };
      const one = async () => {
        const number = next++;
        await post(`event ${number}`);
        await acknowledge(number);
      };
      for (;;) {
        const left = await waiting();
        const together = left > 8 ? 0 : Math.min(end - next, Math.ceil(share() * 4));
        if (together === 0 && left === 0) return;
        await Promise.all(Array.from({ length: together }, one));
        await playground.advance(Math.floor(share() ** 3 * 120_000));
      }
    },
    // JSON has no infinity.
    { webhooks, first, count: Number.isFinite(count) ? count : null, drawn },
  );

interface EventRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly state: string;
  readonly tries: readonly { readonly outcome: number | string }[];
}

/** What the platform has in the end. */
const found = (page: Page) =>
  page.evaluate(async () => {
    const { tables } = await (await harness).playground.exportSnapshot();
    const rows = <T>(table: string) => (tables[table] ?? []) as unknown as readonly T[];
    const items = rows<{ id: string; value: string }>('receiver_items');
    const numbers = rows<{ text: string }>('posts').map(({ text }) =>
      Number(/^event (\d+)$/.exec(text)?.[1] ?? NaN),
    );
    return {
      events: rows<EventRow>('activity_events'),
      outbox: rows('outbox').length,
      items: Object.fromEntries(items.map(({ id, value }) => [id, value])),
      numbers: numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b),
    };
  });

/** Ids of the list of those set aside, as a person reads it. */
const setAsideOf = (page: Page, webhook: string): Promise<string[]> =>
  page.evaluate(async (webhook) => {
    const { playground } = await harness;
    const ids: string[] = [];
    let after: string | null | undefined;
    do {
      const report = await playground.ask('activity.report', webhook, {
        state: 'set_aside',
        ...(after && { after }),
      });
      ids.push(...report!.events.map(({ id }) => id));
      after = report!.next;
    } while (after !== null);
    return ids;
  }, webhook);
