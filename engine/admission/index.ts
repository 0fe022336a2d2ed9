/**
 * The rules for an imported snapshot. Each field gets the check of the endpoint or command that sets it; each row is
 * checked against the others. A field or a table without an entry is a type error. A world from this machine's own
 * storage is checked by type only, because its values were checked when they were set.
 */
import { keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import type { Family } from '../declaration/family.ts';
import type { ExchangeRow } from '../exchanges/log.ts';
import type { AbuseRow } from '../limits/abuse.ts';
import type { WindowRow } from '../limits/windows.ts';
import type { NonceRow } from '../auth/nonces.ts';
import { rules } from '../state/rules/index.ts';
import type { Rules } from '../state/open-snapshot.ts';
import type { RowFlaw, RowRules, TablesRead } from '../state/store/spec.ts';
import type { Row } from '../state/store/table.ts';
import type { tables } from '../state/tables/index.ts';
import * as accounts from './accounts.ts';
import * as ads from './ads.ts';
import * as catalog from './catalog.ts';
import * as conversations from './conversations.ts';
import type { Admission, Door, Objection } from './door.ts';
import * as feeds from './feeds.ts';
import * as grants from './grants.ts';
import * as lists from './lists-spaces.ts';
import * as platform from './platform.ts';
import * as posts from './posts.ts';
import { products } from './products.ts';
import * as receivers from './receivers.ts';
import * as relations from './relations.ts';
import * as usage from './usage-and-rules.ts';
import * as webhooks from './webhooks.ts';
import { jobs, outbox } from './work.ts';

interface DeferredRows {
  readonly windows: WindowRow;
  readonly nonces: NonceRow;
  readonly abuse: AbuseRow;
  readonly exchanges: ExchangeRow;
}

type Tables = typeof tables;

type Admissions = {
  readonly [N in keyof Tables]: Admission<N extends keyof DeferredRows ? DeferredRows[N] : Tables[N]['row']>;
};

/** `families` may have jobs and effects of their own. */
export const admissions = (families: readonly Family[]): Admissions => ({
  ...accounts,
  ...ads,
  ...catalog,
  ...conversations,
  ...feeds,
  ...grants,
  ...lists,
  ...platform,
  ...posts,
  products,
  ...receivers,
  ...relations,
  ...usage,
  ...webhooks,
  jobs: jobs(new Set(families.flatMap(({ work }) => work?.jobs.map(({ name }) => name) ?? []))),
  outbox: outbox(
    new Set(families.flatMap(({ work }) => [...(work?.effects ?? []), ...(work?.undertakings ?? [])])),
  ),
});

/** An admission of any table. */
interface AnyAdmission {
  readonly doors: Readonly<Record<string, Door<never>>>;
  isIdle?(row: object): boolean;
  row?(row: object): RowFlaw | null;
  among?(row: object, tables: TablesRead): RowFlaw | null;
}

/** The rules for imported rows. */
export function admissionRules(families: readonly Family[] = []): Rules {
  const all: Readonly<Record<keyof Tables, AnyAdmission>> = admissions(families);
  return recordOf(keysOf(rules), (name) => under(rules[name], all[name]));
}

function under(own: RowRules, admission: AnyAdmission): RowRules {
  const atDoors = checkOf(admission.doors);
  const taken = takingOf(admission.doors);
  return {
    ...own,
    fromJson: (given) => taken(own.fromJson?.(given) ?? given),
    flawOf: (given) => own.flawOf?.(given) ?? atDoors(given) ?? admission.row?.(given) ?? null,
    isIdle: (given) => admission.isIdle?.(given) ?? false,
    ...(admission.among && { flawAmong: (given, tables) => admission.among?.(given, tables) ?? null }),
  };
}

/** Reads texts as the endpoints do: half of a surrogate pair becomes U+FFFD. */
function takingOf(doors: AnyAdmission['doors']): (row: Row) => Row {
  const names = Object.entries(doors).flatMap(([name, { setBy }]) => (setBy.length > 0 ? [name] : []));
  return (row) => {
    let changed: Record<string, unknown> | null = null;
    for (const name of names) {
      const value = row[name];
      if (typeof value !== 'string' || value.isWellFormed()) continue;
      changed ??= { ...row };
      changed[name] = value.toWellFormed();
    }
    return changed ?? row;
  };
}

/** Checks each field of a row by its door. Absent and null fields are not checked. */
function checkOf(doors: AnyAdmission['doors']): (row: object) => RowFlaw | null {
  const checks = Object.entries(doors).flatMap(([name, { setBy, objection }]) =>
    objection ? [{ name, setBy: setBy[0], objection: objection as Objection<unknown> }] : [],
  );
  return (row) => {
    for (const { name, setBy, objection } of checks) {
      const value: unknown = Reflect.get(row, name);
      const words = value === null || value === undefined ? null : objection(value);
      if (words !== null)
        return [
          name,
          setBy === undefined ? words : `would be refused by ${setBy}: ${words.replace(/\.$/, '')}`,
        ];
    }
    return null;
  };
}
