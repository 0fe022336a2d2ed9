/** Paging through a million campaigns: the last full page compared with the first one, in every order of the list. */
import { kinds } from '../../../engine/ads/kinds.ts';
import { isResponse, text } from '../../../engine/index.ts';
import type { Platform } from '../../../engine/index.ts';
import { adsHost } from '../../../testing/platform.ts';
import type { Client } from '../../../testing/platform.ts';
import { campaign, startAdvertiser } from '../../support/advertiser.ts';
import { median, short, timedAsync } from '../figure.ts';
import type { Figure } from '../figure.ts';

const size = 1_000_000;
const aim = 1.2;
const rounds = 9;
/** Calls per round, by the size of a page: rounds take about the same time. */
const callsOf: Readonly<Record<number, number>> = { 200: 50, 1000: 12 };
const most = 1000;
/** Calls after which the window is reset. */
const window = 1900;

/** As many campaigns per name as per moment, and neither in the order of the ids. */
const campaigns = function* () {
  for (let at = 0; at < size; at++)
    yield campaign(at, {
      name: `Campaign ${(at * 7919) % size}`,
      created_at: 1_700_000_000_000 + ((at * 104_729) % size) * 1000,
      updated_at: 1_700_000_000_000 + ((at * 15_485_863) % size) * 1000,
    });
};

export async function advertiser(): Promise<Figure[]> {
  const { platform, as } = await startAdvertiser(campaigns(), { logSize: 1 });
  const reader = new Reader(platform, as.user());
  const figures: Figure[] = [];
  for (const attribute of kinds.campaigns.sortedBy)
    for (const direction of ['asc', 'desc']) {
      const order = `${attribute}-${direction}`;
      const ends = await reader.ends(order);
      for (const count of [200, most]) figures.push(await reader.compare(order, count, ends));
    }
  return figures;
}

/** Cursors of the last full pages, by size. */
type Ends = ReadonlyMap<number, string>;

class Reader {
  #calls = 0;

  constructor(
    private readonly platform: Platform,
    private readonly by: Client,
  ) {}

  /**
   * Pages through to them. A cursor is not bound to `count`: the last pages of 200 are within the last one of a
   * thousand.
   */
  async ends(order: string): Promise<Ends> {
    const ends = new Map<number, string>();
    let cursor: string | null = null;
    for (let page = 1; page < size / most; page++) cursor = (await this.#page(order, most, cursor)).next;
    ends.set(most, cursor!);
    for (let page = 1; page < most / 200; page++) cursor = (await this.#page(order, 200, cursor)).next;
    ends.set(200, cursor!);
    return ends;
  }

  async compare(order: string, count: number, ends: Ends): Promise<Figure> {
    const [first, last]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      // Alternates, since the first one may pay for the other.
      const turns = [
        async () => void first.push(await this.#measure(order, count, null)),
        async () => void last.push(await this.#measure(order, count, ends.get(count)!)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    const [one, other] = [median(first), median(last)];
    return {
      what: `${order}, the last full page of ${count} of ${short(size)} campaigns, to the first`,
      ...{ value: other / one, aim, clear: aim * 1.15 },
      detail: `${other.toFixed(3)} and ${one.toFixed(3)} ms of processor time`,
    };
  }

  /** Milliseconds of processor time per call. */
  async #measure(order: string, count: number, cursor: string | null): Promise<number> {
    const { next } = await this.#page(order, count, cursor);
    if ((next === null) !== (cursor !== null))
      throw new Error(`${order}: this is not the page that was meant`);
    const calls = callsOf[count]!;
    await this.#resetWindow(calls);
    const requests = Array.from({ length: calls }, () => this.#request(order, count, cursor));
    const ms = await timedAsync(async () => {
      for (const request of requests) await this.platform.handle(request);
    });
    return ms / calls;
  }

  #request(order: string, count: number, cursor: string | null) {
    const search = `count=${count}&sort_by=${order}${cursor === null ? '' : `&cursor=${cursor}`}`;
    return this.by.prepare({ path: `${adsHost}/5/accounts/harbour1/campaigns?${search}` });
  }

  async #resetWindow(calls: number): Promise<void> {
    this.#calls += calls;
    if (this.#calls < window) return;
    await this.platform.clock.advance(900_000);
    this.#calls = calls;
  }

  async #page(
    order: string,
    count: number,
    cursor: string | null,
  ): Promise<{ readonly next: string | null }> {
    await this.#resetWindow(1);
    const outcome = await this.platform.handle(this.#request(order, count, cursor));
    const body = isResponse(outcome) ? text(outcome.body) : '';
    const { data, next_cursor: next } = JSON.parse(body || '{}') as {
      readonly data?: readonly unknown[];
      readonly next_cursor?: string | null;
    };
    // A benchmark of refusals would be worthless.
    if (data?.length !== count) throw new Error(`Not ${count} campaigns: ${body.slice(0, 200)}`);
    return { next: next ?? null };
  }
}
