/** Makes the rows of a world from a scenario file. */
import type { Credential } from '../auth/credentials.ts';
import { isList, isText, keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import { conversationIdOf } from '../social/conversations.ts';
import { schemaVersion } from '../state/migrations/version.ts';
import type { Snapshot } from '../state/store/snapshot.ts';
import { tables } from '../state/tables/index.ts';
import type { Schema, Shape } from '../spec/fields.ts';
import { baseOf } from './base.ts';
import { credentialsOf } from './credentials.ts';
import { sections } from './declaration.ts';
import type { Entry, ScenarioData, Section, SectionName } from './declaration.ts';
import { ScenarioFlaw } from './flaw.ts';
import type { Path } from './flaw.ts';
import { isDecimal, Making, nameOf } from './making.ts';
import type { Draft } from './making.ts';
import { fieldOf, id as decimalId, isTime, isWordId, refersTo } from './members.ts';
import type { TableName } from './members.ts';
import { completePosts } from './posts.ts';
import { changeApp, complete, textIn } from './rows.ts';

export interface ScenarioWorld {
  readonly snapshot: Snapshot;
  readonly credentials: readonly Credential[];
  /** The place in the file of what a row says; null for a row that follows from others. */
  readonly pathOf: (table: string, key: string) => Path | null;
}

/**
 * `real`: epoch ms that a running clock adds its offset to. `frozen`: the clock is frozen, whatever the file says.
 * Throws `ScenarioFlaw`.
 */
export function worldOf(file: ScenarioData, real: number, frozen = false): ScenarioWorld {
  const { seed = 'northwind-1', clock, abuse_enabled = true } = file;
  const now = clock ? Date.parse(clock.at) : real;
  const base = file.base ? baseOf(file.base, seed, now) : null;
  const { populations_due = base?.populations ?? [] } = file;
  const making = new Making(seed, now, base);
  const paths = new Map<string, Path>();
  for (const name of keysOf(sections)) takeIds(file[name] ?? [], sections[name], making);
  const keys = recordOf(keysOf(sections), (name) => giveIds(name, file[name] ?? [], making));
  for (const name of keysOf(sections)) {
    const { table } = sections[name];
    for (const [at, entry] of (file[name] ?? []).entries()) {
      const row = rowFor(name, entry, keys[name][at], making);
      paths.set(`${table} ${textIn(row, tables[table].key)}`, [name, at]);
    }
  }
  completePosts(making);
  countProducts(making);
  making.add('platform', {
    ...{ id: 'platform', seed, random: making.random.state, last_id: making.lastId },
    clock: frozen || clock?.frozen ? { mode: 'frozen', at: now } : { mode: 'running', offset: now - real },
    ...{ jumps: [], abuse_enabled, populations_due },
  });
  return {
    snapshot: { format: 'svc-playground', version: schemaVersion, tables: making.rows },
    credentials: credentialsOf(making),
    pathOf: (table, key) => paths.get(`${table} ${key}`) ?? null,
  };
}

/** Reserves the ids in the file. */
function takeIds(entries: readonly Entry[], { members }: Section, making: Making): void {
  if (members['id'] !== decimalId) return;
  for (const { id } of entries) if (isDecimal(id)) making.take(id);
}

/** Gives every entry its id, and records its name in the file. An entry that changes a row of the base has its id. */
function giveIds(name: SectionName, entries: readonly Entry[], making: Making): readonly string[] {
  const { table, members }: Section = sections[name];
  const { id } = members;
  if (id !== decimalId && !isWordId(id)) return [];
  return entries.map((entry, at) => {
    const called = nameOf(table, entry);
    const changed = making.claim(table, entry['id'], called);
    const key = changed ?? (isWordId(id) ? wordIdFor(entry, making) : decimalIdFor(table, entry, making));
    if (changed === null && making.isBased(making.row(table, key)))
      throw new ScenarioFlaw([name, at], `has the id ${key}, as one before it has`);
    // Two Apps may have the same name if they have ids.
    const isTold = called === entry['name'] && entry['id'] !== undefined;
    const isOwn = changed !== null && called !== null && making.find(table, called) === changed;
    if (called !== null && !isOwn && !making.call(table, called, key) && !isTold)
      throw new ScenarioFlaw([name, at], `is called ${called}, as one before it is`);
    return key;
  });
}

/** In base 36, a word is an id. */
const wordIdFor = ({ id }: Entry, making: Making): string => (isText(id) ? id : making.wordId());

function decimalIdFor(table: TableName, entry: Entry, making: Making): string {
  const { id, participants } = entry;
  if (isDecimal(id)) return id;
  if (table === 'dm_conversations' && isList(participants) && participants.length === 2) {
    const [one, other] = participants.map((each) => (isText(each) ? making.find('users', each) : ''));
    return conversationIdOf(one ?? '', other ?? '');
  }
  const { created_at } = entry;
  return making.idAt(isText(created_at) ? Date.parse(created_at) : making.now);
}

/** Makes the row of an entry, or changes the base's row. */
function rowFor(name: SectionName, entry: Entry, key: string | undefined, making: Making): Draft {
  const { table, members, blank }: Section = sections[name];
  const given = givenOf(members, entry, making);
  if (key !== undefined) given['id'] = key;
  const based = making.row(table, key);
  if (making.isBased(based)) {
    if (name === 'apps') changeApp(based, given, making);
    else Object.assign(based, given);
    return based;
  }
  const row = complete(name, { ...blank, ...given }, making);
  making.add(table, row);
  return row;
}

function givenOf(members: Shape, entry: Entry, making: Making): Draft {
  const given: Draft = {};
  for (const [name, schema] of Object.entries(members))
    if (entry[name] !== undefined) given[fieldOf(name, schema)] = valueOf(schema, entry[name], making);
  return given;
}

function valueOf(schema: Schema, given: unknown, making: Making): unknown {
  const table = refersTo(schema);
  if (isList(given) && schema.definition.type === 'array') {
    const { item } = schema.definition;
    return given.map((each) => valueOf(item, each, making));
  }
  if (!isText(given)) return given;
  if (table !== null) return making.find(table, given);
  return isTime(schema) ? Date.parse(given) : given;
}

/** Products of a catalog keep the order of the file. */
function countProducts(making: Making): void {
  const counts = new Map<unknown, number>();
  for (const product of making.rows.products) {
    const { catalog_id } = product;
    const before = counts.get(catalog_id) ?? 0;
    product['made'] = before;
    counts.set(catalog_id, before + 1);
  }
  for (const catalog of making.rows.catalogs) catalog['products_made'] = counts.get(catalog['id']) ?? 0;
}
