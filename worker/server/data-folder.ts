/**
 * A world in a folder. `world-3.jsonl` is the whole world at one moment, in the form of an export; `journal-3.jsonl`
 * has every commit since, one per line; `beginning.jsonl` is the world to which a reset returns. A new pair is
 * written beside the old one, and takes effect when its world gets its final name (decisions/server.md).
 */
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isList, isRecord, loadOpening, tables } from '../../engine/inside.ts';
import type { ChangeSet, Credential, Platform, Row } from '../../engine/inside.ts';
import { textOf } from '../host/transfer/state-file.ts';
import { inForce } from '../host/transfer/vault.ts';
import { BadInput } from './bad-input.ts';
import { lockFolder } from './folder-lock.ts';
import { Journal } from './journal.ts';
import type { ReadWorld, WorldKeeper } from './world-keeper.ts';

const worldName = /^world-(\d+)\.jsonl$/;
const ourNames =
  /^(?:(?:world|journal)-\d+\.jsonl|beginning\.jsonl|(?:world-\d+|beginning)\.jsonl\.tmp|lock)$/;
const beginning = 'beginning.jsonl';

/** A longer journal is merged into a new world. */
const longestJournal = 64 * 1024 * 1024;

/** Rows by table and key. */
type Rows = Map<string, Map<string, Row>>;

export class DataFolder implements WorldKeeper {
  /** The number of the pair in use. */
  #number = 0;
  #journal: Journal | null = null;
  /** Worlds are written one after another. */
  #turn: Promise<void> = Promise.resolve();
  /** Resolves when the pair in use has taken effect. */
  #switching: Promise<void> = Promise.resolve();

  private constructor(
    private readonly folder: string,
    private readonly unlock: () => Promise<void>,
    readonly found: ReadWorld | null,
    private readonly longestJournal: number,
  ) {}

  /** Creates the folder if needed. Rejects with `BadInput` for one that cannot be used. */
  static async open(folder: string, longest = longestJournal): Promise<DataFolder> {
    const refuse = (error: unknown): never => {
      throw new BadInput(`${folder} cannot be used: ${reasonOf(error)}`);
    };
    await mkdir(folder, { recursive: true }).catch(refuse);
    const names = await readdir(folder).catch(refuse);
    const other = names.find((name) => !ourNames.test(name));
    if (other !== undefined)
      throw new BadInput(
        `${folder} contains ${other}, which is not a file of the server: choose an empty folder`,
      );
    const unlock = await lockFolder(folder).catch((error: unknown) =>
      error instanceof BadInput ? Promise.reject(error) : refuse(error),
    );
    try {
      // Read again, because another server may have used it until now.
      const worlds = (await readdir(folder)).map((name) => Number(worldName.exec(name)?.[1] ?? 0));
      const number = Math.max(0, ...worlds);
      const data = new DataFolder(
        folder,
        unlock,
        number === 0
          ? null
          : await opened(
              path.join(folder, `world-${number}.jsonl`),
              path.join(folder, `journal-${number}.jsonl`),
            ),
        longest,
      );
      data.#number = number;
      return data;
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** The world to which a reset returns. */
  async beginning(): Promise<ReadWorld> {
    return opened(path.join(this.folder, beginning), null);
  }

  /** Resolves when the changes are on the disk. */
  async commit(changes: ChangeSet): Promise<void> {
    if (!this.#journal) throw new Error('Nothing is kept: the folder is closed');
    // A journal takes effect together with its world.
    await Promise.all([this.#journal.append(changes), this.#switching]);
  }

  /** Whether the journal is so long that the world should be written again. */
  get isLong(): boolean {
    return (this.#journal?.bytes ?? 0) > this.longestJournal;
  }

  /** Writes the whole world, and starts a new journal for later commits. */
  write(platform: Platform, vault: readonly Credential[]): Promise<void> {
    const written = this.#turn.then(() => this.#write(platform, vault));
    this.#turn = written.catch(() => undefined);
    return written;
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#journal?.close();
    this.#journal = null;
    await this.unlock();
  }

  async #write(platform: Platform, vault: readonly Credential[]): Promise<void> {
    const number = this.#number + 1;
    const at = (name: string) => path.join(this.folder, name);
    const world = at(`world-${number}.jsonl`);
    const journal = await Journal.create(at(`journal-${number}.jsonl`));
    const former = this.#journal;
    try {
      // In the same turn, so that every change is either in the world or in the new journal.
      writeWorld(`${world}.tmp`, platform, vault);
      this.#journal = journal;
      this.#switching = rename(`${world}.tmp`, world).then(() => syncFolder(this.folder));
      await this.#switching;
    } catch (error) {
      // What was appended meanwhile is lost, so nothing more may be appended to the old journal.
      if (this.#journal === journal) former?.fail(new Error('A part is missing', { cause: error }));
      this.#journal = former;
      this.#switching = Promise.resolve();
      await journal.close();
      throw error;
    }
    this.#number = number;
    await former?.close();
    await this.#tidy(world);
  }

  /** Keeps the first world for resets, and deletes files that are no longer used. */
  async #tidy(world: string): Promise<void> {
    const names = await readdir(this.folder);
    const at = (name: string) => path.join(this.folder, name);
    if (!names.includes(beginning)) {
      await copyFile(world, at(`${beginning}.tmp`));
      await rename(at(`${beginning}.tmp`), at(beginning));
    }
    for (const name of names)
      if (/^(?:world|journal)-/.test(name) && !name.includes(`-${this.#number}.`))
        await rm(at(name), { force: true });
  }
}

function writeWorld(file: string, platform: Platform, vault: readonly Credential[]): void {
  const { blocks, ...head } = platform.blocks();
  const handle = openSync(file, 'w');
  try {
    for (const piece of textOf({ ...head, vault, blocks: [...blocks] }, 'lines')) writeSync(handle, piece);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a file's name durable too; Windows neither has nor needs this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Rejects with `BadInput`, which names the file and the line. */
async function opened(world: string, journal: string | null): Promise<ReadWorld> {
  const rows: Rows = new Map();
  const { head, vault } = await readWorld(world, rows);
  if (journal !== null) await replay(journal, rows);
  const { SnapshotReader } = await loadOpening();
  try {
    const reader = new SnapshotReader(head);
    for (const [table, byKey] of rows) reader.add({ table, rows: [...byKey.values()] });
    const loaded = await reader.finish(() => Promise.resolve());
    return { loaded, vault: inForce(vault, (table, key) => rows.get(table)?.get(key)) };
  } catch (error) {
    throw new BadInput(`${world}: ${reasonOf(error)}`);
  }
}

async function readWorld(file: string, rows: Rows): Promise<{ head: unknown; vault: readonly unknown[] }> {
  let head: unknown;
  const vault: unknown[] = [];
  for await (const { value, at } of linesOf(file)) {
    if (value === null) throw new BadInput(`${file}:${at}: the line is cut off`);
    if (at === 1) head = value;
    else if (isList(value['vault'])) vault.push(...value['vault']);
    else if (typeof value['table'] === 'string' && isList(value['rows']))
      put(rows, value['table'], value['rows']);
  }
  return { head, vault };
}

/** Applies the commits in the journal. The last line may be cut off by a kill; that commit was never acknowledged. */
async function replay(file: string, rows: Rows): Promise<void> {
  let cut: number | null = null;
  for await (const { value, at } of linesOf(file)) {
    if (cut !== null) throw new BadInput(`${file}:${cut}: the line is broken, and others follow`);
    if (value === null) cut = at;
    else
      for (const [table, changes] of Object.entries(value)) {
        if (!isRecord(changes)) continue;
        for (const some of [changes['added'], changes['updated']]) if (isList(some)) put(rows, table, some);
        const byKey = rows.get(table);
        if (isList(changes['removed'])) for (const key of changes['removed']) byKey?.delete(String(key));
      }
  }
}

function put(rows: Rows, table: string, some: readonly unknown[]): void {
  const byKey = rows.get(table) ?? new Map<string, Row>();
  rows.set(table, byKey);
  const key = keyNames.get(table) ?? 'id';
  for (const row of some) if (isRecord(row)) byKey.set(String(row[key]), row);
}

const keyNames = new Map<string, string>(Object.entries(tables).map(([name, { key }]) => [name, key]));

/** The objects in a file of lines, numbered from 1; null for an invalid line. */
async function* linesOf(
  file: string,
): AsyncGenerator<{ readonly value: Readonly<Record<string, unknown>> | null; readonly at: number }> {
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield { value: parsed(line), at: ++at };
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
