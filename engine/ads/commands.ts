/** Changes to advertiser accounts. They happen outside the API, which only reads accounts (choice: ads-changes). */
import { flag, oneOf, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { command } from '../declaration/command.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import type { State } from '../state/state.ts';
import type { AdAccount, AdEntity } from '../state/tables/ads.ts';
import { rules } from '../state/rules/index.ts';
import { accessId } from './access.ts';
import { mostAccounts, textObjection } from './inputs.ts';
import { kindNames } from './kinds.ts';
import type { KindName } from './kinds.ts';

export interface Needs {
  readonly state: State;
}

type Values = Readonly<Record<string, unknown>>;
type Done = { readonly ok: true } | { readonly ok: false; readonly reason: string };
type Made<T> = { readonly ok: true; readonly made: T } | { readonly ok: false; readonly reason: string };

const refused = (reason: string) => ({ ok: false, reason }) as const;
const noAccount = refused('There is no such advertiser account.');
const done: Done = { ok: true };

const kind = oneOf<KindName>(...kindNames);
const values: Check<Values> = (value): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Default values of a new entity. */
const blank = (kind: KindName, account: AdAccount, now: number): Values =>
  ({
    campaigns: {
      entity_status: 'PAUSED',
      daily_budget_amount_local_micro: null,
      total_budget_amount_local_micro: null,
      standard_delivery: true,
    },
    line_items: {
      entity_status: 'PAUSED',
      objective: 'ENGAGEMENTS',
      product_type: 'PROMOTED_POSTS',
      placements: ['ALL_ON_SERVICE'],
      bid_amount_local_micro: null,
      start_time: now,
      end_time: null,
    },
    funding_instruments: {
      type: 'CREDIT_CARD',
      currency: account.currency,
      credit_limit_local_micro: null,
      start_time: now,
      end_time: null,
      able_to_fund: true,
    },
    promoted_accounts: { approval_status: 'PENDING' },
    media_creatives: { approval_status: 'PENDING' },
    tracking_tags: { tracking_tag_type: 'IMPRESSION' },
    targeting_criteria: { operator_type: 'EQ' },
    custom_audiences: { description: '', audience_size: 0, targetable: false },
  })[kind];

/** Fields that a change cannot set. */
const fixed = new Set(['id', 'account_id', 'created_at', 'updated_at', 'deleted']);
const parents = new Set(['campaign_id', 'line_item_id', 'funding_instrument_id', 'user_id']);

/** A new id in base 36, higher than all earlier ones. */
const nextAdId = (state: State): string => BigInt(state.nextId()).toString(36);

/** An account of this user. `timezone` is an IANA time zone, `currency` three capital letters. */
const createAccount = command(
  tuple(text, text, text, text),
  ({ state }: Needs, ownerId, name, timezone, currency): Made<AdAccount> => {
    if (!state.tables.users.get(ownerId)) return refused('There is no such user.');
    if (state.tables.ad_accounts.size >= mostAccounts)
      return refused(`There are ${mostAccounts} advertiser accounts already.`);
    if (!isTimeZone(timezone)) return refused(`${timezone} is not a time zone.`);
    const at = state.now();
    const account = {
      owner_id: ownerId,
      name,
      timezone,
      currency,
      created_at: at,
      updated_at: at,
      deleted: false,
      approval_status: 'ACCEPTED' as const,
    };
    const flaw = flawOf(account, rules.ad_accounts.fields);
    if (flaw !== null) return refused(flaw);
    return {
      ok: true,
      made: state.transact((write) => write.ad_accounts.insert({ id: nextAdId(state), ...account })),
    };
  },
);

/** Deletes or restores an account. The entities of a deleted account are kept, but not served. */
const setAccountDeleted = command(tuple(text, flag), ({ state }: Needs, accountId, deleted): Done => {
  const account = state.tables.ad_accounts.get(accountId);
  if (!account) return noAccount;
  if (account.deleted !== deleted)
    state.transact((write) => void write.ad_accounts.update(accountId, { deleted, updated_at: state.now() }));
  return done;
});

/** Gives a user access to somebody else's account, or takes it away (choice: ads-access). */
const setAccess = command(tuple(text, text, flag), ({ state }: Needs, accountId, userId, given): Done => {
  const account = state.tables.ad_accounts.get(accountId);
  if (!account) return noAccount;
  if (!state.tables.users.get(userId)) return refused('There is no such user.');
  if (account.owner_id === userId)
    return refused('This user owns the account, and its owner always has access.');
  const id = accessId(accountId, userId);
  if ((state.tables.ad_accesses.get(id) !== undefined) !== given)
    state.transact((write) => {
      if (given) write.ad_accesses.insert({ id, account_id: accountId, user_id: userId, at: state.now() });
      else write.ad_accesses.remove(id);
    });
  return done;
});

/**
 * Creates an entity in an account, and answers its id. `values` are fields as in choice ads-shapes, times in epoch ms.
 * Missing fields get their default values.
 */
const create = command(
  tuple(kind, text, values),
  ({ state }: Needs, kind, accountId, given): Made<{ readonly id: string }> => {
    const account = state.tables.ad_accounts.get(accountId);
    if (!account || account.deleted) return noAccount;
    const own = Object.keys(given).find((name) => fixed.has(name));
    if (own !== undefined) return refused(`${own} is given by the platform.`);
    const at = state.now();
    const row: Values = {
      ...blank(kind, account, at),
      ...fundingOf(kind, given, state),
      ...given,
      account_id: accountId,
      created_at: at,
      updated_at: at,
      deleted: false,
    };
    const flaw = flawOf(row, rules[kind].fields) ?? strangerIn(row, kind, accountId, state);
    if (flaw !== null) return refused(flaw);
    const id = state.transact((write) => {
      const id = nextAdId(state);
      write[kind].insert({ id, ...row } as never);
      return id;
    });
    return { ok: true, made: { id } };
  },
);

/** Changes fields of an entity. Its parent never changes. */
const change = command(tuple(kind, text, values), ({ state }: Needs, kind, id, given): Done => {
  const row: AdEntity | undefined = state.tables[kind].get(id);
  if (!row) return noEntity(kind, id);
  const own = Object.keys(given).find((name) => fixed.has(name) || parents.has(name));
  if (own !== undefined) return refused(`${own} never changes.`);
  const flaw = flawOf({ ...row, ...given }, rules[kind].fields);
  if (flaw !== null) return refused(flaw);
  state.transact((write) => void write[kind].update(id, { ...given, updated_at: state.now() }));
  return done;
});

/** Deletes or restores an entity. A deleted entity is kept, and is listed with `with_deleted`. */
const setDeleted = command(tuple(kind, text, flag), ({ state }: Needs, kind, id, deleted): Done => {
  const row: AdEntity | undefined = state.tables[kind].get(id);
  if (!row) return noEntity(kind, id);
  if (row.deleted !== deleted)
    state.transact((write) => void write[kind].update(id, { deleted, updated_at: state.now() }));
  return done;
});

export const commands = { createAccount, setAccountDeleted, setAccess, create, change, setDeleted };

const noEntity = (kind: KindName, id: string) => refused(`There is no entity in ${kind} with the id ${id}.`);

/** A line item carries the funding instrument of its campaign, so that lists can filter by it. */
function fundingOf(kind: KindName, { campaign_id }: Values, { tables }: State): Values {
  if (kind !== 'line_items') return {};
  const campaign = tables.campaigns.get(String(campaign_id));
  return campaign ? { funding_instrument_id: campaign.funding_instrument_id } : {};
}

type Kinds = (typeof rules)[KindName | 'ad_accounts']['fields'];

/** A sentence that says what is wrong with a row, which has no id yet; null if it is valid. */
function flawOf(row: Values, fields: Kinds): string | null {
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `There is no field ${unknown}.`;
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'id' && row[name] === undefined) continue;
    const value = row[name];
    const [, reason] = field.flawOf(value) ?? [];
    if (reason !== undefined) return `${name} ${reason}.`;
    const objection = textObjection(name, value);
    if (objection !== null) return `${name} ${objection}.`;
  }
  return null;
}

/** A sentence if the parent is not in this account; null if it is. */
function strangerIn(row: Values, kind: KindName, accountId: string, { tables }: State): string | null {
  for (const [name, { refersTo }] of Object.entries(rules[kind].fields)) {
    if (refersTo === undefined || name === 'account_id') continue;
    const other = tables[refersTo as 'campaigns' | 'users'].get(String(row[name]));
    if (!other || ('account_id' in other && other.account_id !== accountId))
      return `${name}: the account has no ${String(row[name])}.`;
  }
  return null;
}
