/** A running world as a recipe: how it differs from the built-in scenario that it began with, as far as that fits. */
import { isText, isWhole, keysOf } from '../checked/is.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { Schema, Shape } from '../spec/fields.ts';
import type { State } from '../state/state.ts';
import type { Row } from '../state/store/table.ts';
import { baseOf, populatedBase } from './base.ts';
import type { Base, BaseName } from './base.ts';
import { sections } from './declaration.ts';
import type { Entry, Section, SectionName } from './declaration.ts';
import { leftBeyond } from './left.ts';
import { fieldOf, isTime, refersTo } from './members.ts';
import { isRecipeSection, membersOf, readRecipe } from './recipe.ts';
import type { ReadWorldRecipe, RecipeSection } from './recipe.ts';
import { Writing } from './write.ts';
import type { Rows } from './write.ts';
import { isTooLarge } from './written.ts';

export interface WrittenRecipe {
  readonly read: ReadWorldRecipe;
  /** Changes of the world that a recipe cannot hold: "posts: 2 new or changed" and so on. */
  readonly lost: readonly string[];
  /** What has happened in it: "3 e-mails" and so on. */
  readonly left: readonly string[];
}

/** The first four users of the starter, who are in `small` too. */
const firstFour = ['2244994945', '2244994946', '2244994947', '2244994948'];

/** null for a world that is too large to be compared. */
export async function writtenRecipe(state: State, exchanges: ExchangeLog): Promise<WrittenRecipe | null> {
  if (isTooLarge(state)) return null;
  const rows = state.dump();
  const { seed, clock, abuse_enabled, populations_due: due } = state.platform;
  const now = state.now();
  const { name, base, start } = await foundBase(rows, seed, now, due);
  const difference = new Difference(rows, base, start);
  const lists: Partial<Record<RecipeSection, readonly Entry[]>> = {};
  const lost: string[] = [];
  for (const section of keysOf(sections)) {
    const { more, added, gone } = difference.of(section);
    if (more.length > 0 && isRecipeSection(section)) lists[section] = more;
    const said = [added > 0 && `${added} new or changed`, gone > 0 && `${gone} gone or changed`];
    if (added + gone > 0) lost.push(`${section.replaceAll('_', ' ')}: ${said.filter(Boolean).join(', ')}`);
  }
  const isNow = clock.mode === 'running' && Math.abs(clock.offset) < nearly;
  const at = { at: new Date(now).toISOString(), ...(clock.mode === 'frozen' && { frozen: true }) };
  const recipe = {
    ...{ scenario: 1, base: name, seed },
    ...(!isNow && { clock: at }),
    ...(!abuse_enabled && { abuse_enabled }),
    ...lists,
  };
  return {
    read: readRecipe(JSON.stringify(recipe)),
    lost,
    left: leftBeyond(rows, base.rows, exchanges.list().length),
  };
}

/** A clock that differs less from the machine's, in ms, shows the real time. */
const nearly = 60_000;

interface Found {
  readonly name: BaseName;
  /** With the seeded users that the world has. */
  readonly base: Base;
  /** Without them. */
  readonly start: Base;
}

async function foundBase(rows: Rows, seed: string, now: number, due: Due): Promise<Found> {
  const users = new Map(rows['users']?.map(({ id, username }) => [id, username]));
  const at = await populatedAt(rows);
  const withBase = async (name: BaseName): Promise<Found> => ({
    name,
    base: await populatedBase(name, seed, at ?? now, due),
    start: baseOf(name, seed, now),
  });
  if (!firstFour.every((id) => users.has(id))) return withBase('empty');
  const starter = await withBase('starter');
  const seeded = starter.base.rows['users']?.filter(({ id }) => !firstFour.includes(String(id))) ?? [];
  const isStarter = due.includes('starter') || seeded.some(({ id, username }) => users.get(id) === username);
  return isStarter ? starter : withBase('small');
}

/** When the seeded users came, epoch ms: what they did before depends on it. null if they are due or unknown. */
async function populatedAt({ spaces = [] }: Rows): Promise<number | null> {
  if (spaces.length === 0) return null;
  const { announcedAt } = await import('../scenarios/population/groups.ts');
  for (const { id, ends_at } of spaces) {
    const at = isText(id) && isWhole(ends_at, 0) ? announcedAt({ id, ends_at }) : null;
    if (at !== null) return at;
  }
  return null;
}

type Due = Parameters<typeof populatedBase>[3];

interface Differing {
  /** What a recipe can say. */
  readonly more: readonly Entry[];
  /** The numbers of rows that it cannot say, and of rows of the scenario that it cannot remove. */
  readonly added: number;
  readonly gone: number;
}

class Difference {
  readonly #world: Writing;
  readonly #base: Writing;
  readonly #start: Writing;

  constructor(rows: Rows, base: Base, start: Base) {
    this.#world = new Writing(rows);
    this.#base = new Writing(base.rows);
    this.#start = new Writing(start.rows);
  }

  of(name: SectionName): Differing {
    const [world, base] = [this.#world.entries(name), this.#base.entries(name)];
    if (!isRecipeSection(name)) {
      const { members } = sections[name];
      return { more: [], ...difference(world, base, members) };
    }
    const members = membersOf(name);
    return name === 'users' || name === 'projects' || name === 'apps'
      ? this.#named(name, world, base, members)
      : this.#listed(world, base, members);
  }

  /** Entries that have an id. Those of the scenario are changed by a recipe; it cannot change the seeded users. */
  #named(name: RecipeSection, world: readonly Row[], base: readonly Row[], members: Shape): Differing {
    const { blank }: Section = sections[name];
    const seeded = byId(base);
    const start = byId(this.#start.entries(name));
    const more: Entry[] = [];
    let added = 0;
    for (const entry of world) {
      const { id } = entry;
      const [before, beginning] = [seeded.get(id), start.get(id)];
      const change = before && changeOf(before, entry, members, blank);
      // A reader of the recipe wants to see the permission, even if it is the default one.
      if (!before)
        more.push(only(name === 'apps' ? { permission: blank['permission'], ...entry } : entry, members));
      else if (change && beginning) more.push({ ...referring(before, entry, members), ...change });
      else if (change) added++;
    }
    const there = byId(world);
    return { more, added, gone: base.filter(({ id }) => !there.has(id)).length };
  }

  /** Entries that are alike if their members are. */
  #listed(world: readonly Row[], base: readonly Row[], members: Shape): Differing {
    const rest = counted(base.map((entry) => key(entry, members)));
    const more = world.filter((entry) => !taken(rest, key(entry, members)));
    return {
      more: more.map((entry) => only(entry, members)),
      added: 0,
      gone: sum(rest),
    };
  }
}

/** What every entry must have, which refers to it; and its id if its name has changed. */
function referring(before: Row, entry: Row, members: Shape): Entry {
  const isRenamed = before['name'] !== entry['name'] || before['username'] !== entry['username'];
  const needed = Object.entries(members).filter(
    ([name, { optional }]) => !optional || (name === 'id' && isRenamed),
  );
  return only(entry, Object.fromEntries(needed));
}

/** The members that differ; null for none. */
function changeOf(before: Row, entry: Row, members: Shape, blank: Row): Entry | null {
  const change: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(members)) {
    const missing = blank[fieldOf(name, schema)];
    const [one, other] = [before[name] ?? missing, entry[name] ?? missing];
    if (JSON.stringify(one) !== JSON.stringify(other)) change[name] = other;
  }
  return Object.keys(change).length > 0 ? change : null;
}

const only = (entry: Row, members: Shape): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => Object.hasOwn(members, name)));

const byId = (entries: readonly Row[]): ReadonlyMap<unknown, Row> =>
  new Map(entries.map((entry) => [entry['id'], entry]));

/** Compares what does not depend on the time at which the world began: ids and times do. */
function difference(world: readonly Row[], base: readonly Row[], members: Shape) {
  const rest = counted(base.map((entry) => key(entry, members)));
  const added = world.filter((entry) => !taken(rest, key(entry, members))).length;
  return { added, gone: sum(rest) };
}

function key(entry: Row, members: Shape): string {
  return Object.entries(members)
    .map(([name, schema]) => (depends(name, schema) ? '' : JSON.stringify(entry[name] ?? null)))
    .join('\n');
}

/** Whether its values are ids or times, which depend on when a world began. */
function depends(name: string, schema: Schema): boolean {
  const table = refersTo(schema);
  return (
    isTime(schema) || name === 'id' || (table !== null && !['users', 'projects', 'apps'].includes(table))
  );
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of keys) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** Takes one of these away, if there is one. */
function taken(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, count) => all + count, 0);
