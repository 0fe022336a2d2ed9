/** Makes the rows of a world from a scenario file. */
import type { Credential } from '../auth/credentials.ts';
import { isList, isText, keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import { conversationIdOf } from '../social/conversations.ts';
import { schemaVersion } from '../state/migrations/version.ts';
import type { Snapshot } from '../state/store/snapshot.ts';
import { tables } from '../state/tables/index.ts';
import type { Schema } from '../spec/fields.ts';
import { credentialsOf } from './credentials.ts';
import { sections } from './declaration.ts';
import type { Entry, ScenarioData, Section, SectionName } from './declaration.ts';
import { ScenarioFlaw } from './flaw.ts';
import type { Path } from './flaw.ts';
import { Making } from './making.ts';
import type { Draft } from './making.ts';
import { fieldOf, id as decimalId, isTime, isWordId, refersTo } from './members.ts';
import type { TableName } from './members.ts';
import { completePosts } from './posts.ts';
import { complete, textIn } from './rows.ts';

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
  const { seed = 'northwind-1', clock, abuse_enabled = true, populations_due = [] } = file;
  const now = clock ? Date.parse(clock.at) : real;
  const making = new Making(seed, now);
  const paths = new Map<string, Path>();
  for (const name of keysOf(sections)) takeIds(file[name] ?? [], sections[name], making);
  const keys = recordOf(keysOf(sections), (name) => giveIds(name, file[name] ?? [], making));
  for (const name of keysOf(sections)) {
    const { table } = sections[name];
    for (const [at, entry] of (file[name] ?? []).entries()) {
      const row = complete(name, rowOf(sections[name], entry, keys[name][at], making), making);
      making.add(table, row);
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

const isDecimal = (id: unknown): id is string => isText(id) && /^\d{1,19}$/.test(id);

/** Gives every entry its id, and records its name in the file. */
function giveIds(name: SectionName, entries: readonly Entry[], making: Making): readonly string[] {
  const { table, members }: Section = sections[name];
  const { id } = members;
  if (id !== decimalId && !isWordId(id)) return [];
  return entries.map((entry, at) => {
    const key = isWordId(id) ? wordIdFor(entry, making) : decimalIdFor(table, entry, making);
    const called = nameOf(table, entry);
    // Two Apps may have the same name if they have ids.
    const isTold = called === entry['name'] && entry['id'] !== undefined;
    if (called !== null && !making.call(table, called, key) && !isTold)
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

/** The name by which other entries refer to it; null for none. */
function nameOf(table: TableName, { id, name, username }: Entry): string | null {
  if (table === 'users' && isText(username)) return username.toLowerCase();
  if ((table === 'projects' || table === 'apps') && isText(name)) return name;
  return isText(id) ? id : null;
}

function rowOf({ members, blank }: Section, entry: Entry, key: string | undefined, making: Making): Draft {
  const row: Draft = { ...blank };
  for (const [name, schema] of Object.entries(members))
    if (entry[name] !== undefined) row[fieldOf(name, schema)] = valueOf(schema, entry[name], making);
  if (key !== undefined) row['id'] = key;
  return row;
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
