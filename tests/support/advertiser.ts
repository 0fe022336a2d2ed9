/** Worlds with advertiser accounts that tests define. */
import type { Campaign } from '../../engine/state/tables/ads.ts';
import { adsHost, start } from '../../testing/platform.ts';
import type { Answer, Client, StartOptions } from '../../testing/platform.ts';
import { changed, jonas, mira } from '../../testing/worlds.ts';

const day = 86_400_000;
/** A moment before the platform's first. */
export const long = Date.UTC(2025, 0, 1);

export const numbered = (at: number): string => (100_000_000_000 + at).toString(36);

/** A campaign of `harbour1`. */
export const campaign = (at: number, more: Partial<Campaign> = {}): Campaign => ({
  id: numbered(at),
  account_id: 'harbour1',
  created_at: long + at * 1000,
  updated_at: long + at * 1000,
  deleted: false,
  name: `Campaign ${at}`,
  entity_status: 'ACTIVE',
  funding_instrument_id: 'funding1',
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  standard_delivery: true,
  ...more,
});

/**
 * The starter's four people; `harbour1`, which belongs to mira and is funded by `funding1`, has these campaigns, and
 * jonas has `bakery01`.
 */
export async function startAdvertiser(campaigns: Iterable<Campaign>, options: Partial<StartOptions> = {}) {
  const at = long - day;
  const account = (id: string, owner_id: string) => ({
    ...{ id, owner_id, name: id, timezone: 'Europe/Oslo', currency: 'NOK' },
    ...{ created_at: at, updated_at: at, deleted: false, approval_status: 'ACCEPTED' as const },
  });
  const funding = (id: string, account_id: string) => ({
    ...{ id, account_id, created_at: at, updated_at: at, deleted: false, type: 'CREDIT_CARD' as const },
    ...{
      currency: 'NOK',
      credit_limit_local_micro: null,
      start_time: at,
      end_time: null,
      able_to_fund: true,
    },
  });
  const { platform } = await start({
    scenario: changed((write) => {
      write.ad_accounts.insert(account('harbour1', mira));
      write.ad_accounts.insert(account('bakery01', jonas));
      write.funding_instruments.insert(funding('funding1', 'harbour1'));
      write.funding_instruments.insert(funding('funding2', 'harbour1'));
      write.funding_instruments.insert(funding('funding9', 'bakery01'));
    }),
  });
  // Rows of a snapshot are indexed in bulk, many times faster than one by one.
  const { tables, ...rest } = platform.snapshot();
  return start({
    ...options,
    snapshot: {
      ...rest,
      tables: {
        ...tables,
        platform: tables['platform']!.map((row) => ({ ...row, populations_due: [] })),
        campaigns: Array.from(campaigns, (each) => ({ ...each })),
      },
    },
    credentials: platform.initialCredentials,
  });
}

/** GETs below `/5` of the Advertiser API's own base. */
export const ads = (by: Client, path: string): Promise<Answer> => by.get(`${adsHost}/5${path}`);

/** The ids of every page, page by page; `between` runs after each. */
export async function pagesOf(
  by: Client,
  path: string,
  between: (page: number) => unknown = () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, json } = await ads(by, `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    pages.push(json.data.map(({ id }) => id));
    cursor = json['next_cursor'] as string | null;
    await between(pages.length);
  }
  return pages;
}
