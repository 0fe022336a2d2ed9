/** Ids, keys and names of a world that is made from a scenario file. They depend only on the file and the seed. */
import { isText, keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import { firstIdAt } from '../state/ids.ts';
import { Random } from '../state/random.ts';
import { tables } from '../state/tables/index.ts';
import type { Base } from './base.ts';
import type { TableName } from './members.ts';

/** A row that is being made. */
export type Draft = Record<string, unknown>;

/** One below the first id that a platform gives. */
const beforeFirst = 1000000000000000000n;

export const isDecimal = (id: unknown): id is string => isText(id) && /^\d{1,19}$/.test(id);

/** Whether its rows are referred to by name. */
const hasNames = (table: TableName): boolean => table === 'users' || table === 'projects' || table === 'apps';

/** The name by which other entries refer to it; null for none. */
export function nameOf(
  table: TableName,
  { id, name, username }: Readonly<Record<string, unknown>>,
): string | null {
  if (table === 'users' && isText(username)) return username.toLowerCase();
  if (hasNames(table) && isText(name)) return name;
  return isText(id) ? id : null;
}

export class Making {
  readonly random: Random;
  readonly rows = recordOf(keysOf(tables), (): Draft[] => []);
  readonly #byKey = recordOf(keysOf(tables), () => new Map<string, Draft>());
  readonly #names = recordOf(keysOf(tables), () => new Map<string, string>());
  readonly #used = new Set<string>();
  /** The rows of the base. */
  readonly #based = new Set<Draft>();
  /** The names and ids of its users, Projects and Apps that no entry has changed yet, with their keys. */
  readonly #unchanged = recordOf(keysOf(tables), () => new Map<string, string>());
  #last = beforeFirst;

  constructor(
    seed: string,
    /** Epoch ms of the world's clock. */
    readonly now: number,
    base: Base | null = null,
  ) {
    this.random = base ? new Random(base.platform.random) : Random.seeded(seed);
    if (base) this.#begin(base);
  }

  #begin({ rows, platform }: Base): void {
    for (const table of keysOf(tables)) {
      if (table === 'platform') continue;
      for (const row of rows[table] ?? []) {
        const draft = { ...row };
        const { id } = draft;
        this.#based.add(draft);
        this.add(table, draft);
        if (!isText(id)) continue;
        if (isDecimal(id)) this.take(id);
        const name = nameOf(table, draft);
        if (name === null || !hasNames(table)) continue;
        this.call(table, name, id);
        this.#unchanged[table].set(id, id).set(name, id);
      }
    }
    this.take(platform.last_id);
  }

  /** The key of the base's row that an entry with this id or name changes; null for none. Each is changed once. */
  claim(table: TableName, id: unknown, name: string | null): string | null {
    const unchanged = this.#unchanged[table];
    const key = unchanged.get(isText(id) ? id : (name ?? ''));
    if (key === undefined) return null;
    for (const [each, of] of unchanged) if (of === key) unchanged.delete(each);
    return key;
  }

  isBased(row: Draft | undefined): row is Draft {
    return row !== undefined && this.#based.has(row);
  }

  /** The greatest decimal id that was given or reserved. */
  get lastId(): string {
    return String(this.#last);
  }

  /** Reserves an id from the file, so that no other entry gets it. */
  take(id: string): void {
    this.#used.add(id);
    const number = BigInt(id);
    if (number > this.#last) this.#last = number;
  }

  /** A new id for this moment, ascending over time. */
  idAt(at: number): string {
    let number = BigInt(firstIdAt(at));
    while (this.#used.has(String(number))) number++;
    this.take(String(number));
    return String(number);
  }

  /** A new id in base 36. */
  wordId(): string {
    return BigInt(this.idAt(this.now)).toString(36);
  }

  /** Records the file's name for a row. False when another row has that name. */
  call(table: TableName, name: string, key: string): boolean {
    const names = this.#names[table];
    if (names.has(name)) return false;
    names.set(name, key);
    return true;
  }

  /** The key of the row with this name; an unknown name is taken as the key itself. */
  find(table: TableName, name: string): string {
    return this.#names[table].get(table === 'users' ? name.toLowerCase() : name) ?? name;
  }

  userId(username: string): string | undefined {
    return this.#names.users.get(username.toLowerCase());
  }

  add(table: TableName, row: Draft): void {
    this.rows[table].push(row);
    const key = row[tables[table].key];
    if (isText(key)) this.#byKey[table].set(key, row);
  }

  row(table: TableName, key: unknown): Draft | undefined {
    return isText(key) ? this.#byKey[table].get(key) : undefined;
  }
}
