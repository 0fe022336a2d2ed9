/**
 * How accounts and entities look on the wire (choice: ads-shapes): their own fields first, then times, then whether
 * they are deleted.
 */
import type { Read } from '../state/state.ts';
import type { AdAccount, AdEntity } from '../state/tables/ads.ts';
import type { KindName } from './kinds.ts';
import { servingOf } from './serving.ts';

const iso = (at: number): string => new Date(at).toISOString();

type Dated = Pick<AdEntity, 'created_at' | 'updated_at' | 'deleted'>;

export function showAccount({ owner_id: _, ...account }: AdAccount): object {
  return shown(account);
}

/** The entity with this id, which must exist. */
export function showEntity(kind: KindName, id: string, tables: Read, now: number): object {
  switch (kind) {
    case 'campaigns': {
      const row = tables.campaigns.must(id);
      const funding = tables.funding_instruments.must(row.funding_instrument_id);
      return shown({ ...own(row), currency: funding.currency, ...servingOf(row, funding, now) });
    }
    case 'line_items': {
      const row = tables.line_items.must(id);
      return shown({ ...ofCampaign(own(row)), ...period(row) });
    }
    case 'funding_instruments': {
      const row = tables.funding_instruments.must(id);
      return shown({ ...own(row), ...period(row) });
    }
    default:
      return shown(own(tables[kind].must(id)));
  }
}

const own = <R extends { readonly account_id: string }>({
  account_id: _,
  ...row
}: R): Omit<R, 'account_id'> => row;

/** Leaves out the funding instrument, because the campaign shows it. */
const ofCampaign = <R extends { readonly funding_instrument_id: string }>({
  funding_instrument_id: _,
  ...row
}: R): Omit<R, 'funding_instrument_id'> => row;

const shown = <D extends Dated>({ created_at, updated_at, deleted, ...row }: D): object => ({
  ...row,
  created_at: iso(created_at),
  updated_at: iso(updated_at),
  deleted,
});

const period = ({
  start_time,
  end_time,
}: {
  readonly start_time: number;
  readonly end_time: number | null;
}) => ({
  start_time: iso(start_time),
  end_time: end_time === null ? null : iso(end_time),
});
