/** Exports and imports, beside the platform that goes on. */
import type { Credential, Platform } from '../../../engine/inside.ts';
import type { PlaygroundEvent } from '../../contract/events.ts';
import type { FileStore } from '../files/index.ts';
import { Streaming } from '../../streams/source.ts';
import { turn } from '../turn.ts';
import type { Replaced } from '../../contract/world.ts';
import type { Imported, Inspected } from '../../contract/transfer.ts';
import { openOf } from './open-of.ts';
import { keepTelling, progress } from './progress.ts';
import { readSnapshot } from './read.ts';
import type { ReadFile } from './reading.ts';
import { Readings } from './readings.ts';
import { exportOf, inspected, leavingFiles, takeFiles, vaultFor } from './said.ts';
import type { Exported } from '../../contract/transfer.ts';
import { bytesOf, formOf, leavingOf, sizeOf } from './write.ts';
import type { ExportHead, ExportOptions, ExportSize } from '../../contract/transfer.ts';

type IsReplaced = Extract<Replaced, { kind: 'replaced' }>;

export interface TransferHost {
  readonly say: (event: PlaygroundEvent) => void;
  /** With a platform whose rows are all there. */
  readonly whole: <T>(work: (platform: Platform) => T) => Promise<T>;
  /** Resolves when what a person asked for before is done. */
  readonly changed: () => Promise<unknown>;
  readonly vault: () => readonly Credential[];
  readonly files: () => Promise<FileStore>;
  /** Does what only the leader may; never settles once another tab took over. */
  readonly asLeader: <T>(work: () => Promise<T>) => Promise<T>;
  /** What the last replacement came to, if it had this id; else null. */
  readonly doneBefore: (id: string) => IsReplaced | null;
  readonly replace: (id: string, by: Replacing) => Promise<Replaced>;
}

export interface Replacing {
  readonly read: ReadFile;
  /** To be asked when the platform is there. */
  readonly vaultOf: () => readonly Credential[];
  readonly withoutUndo: boolean;
}

export class Transfers {
  readonly #host: TransferHost;
  readonly #readings: Readings;

  constructor(host: TransferHost) {
    this.#host = host;
    this.#readings = new Readings(host.say);
  }

  async snapshot(): Promise<Exported> {
    const { changed, vault, whole } = this.#host;
    await changed();
    return whole((platform) => exportOf(platform, vault(), Date.now()));
  }

  async size(): Promise<ExportSize> {
    const { files, vault, whole } = this.#host;
    const leaving = await leavingFiles(await files());
    return whole((platform) => sizeOf(leavingOf(platform, vault(), Date.now()), leaving));
  }

  /** What is there at this moment; calls go on while it is written. */
  async export({ token, packed, files }: ExportOptions): Promise<Streaming<ExportHead>> {
    const { changed, say, vault, whole } = this.#host;
    const withFiles = files ? await leavingFiles(await this.#host.files()) : [];
    await changed();
    const leaving = await whole((platform) => leavingOf(platform, vault(), Date.now()));
    const form = formOf(leaving, withFiles);
    const size = sizeOf(leaving, withFiles);
    const { rest, at } = progress(say, token, size.bytes + size.fileBytes);
    const body = bytesOf(leaving, withFiles, { form, packed, rest, wrote: at });
    return new Streaming({ ...size, form, packed }, openOf(body));
  }

  async inspect(file: Blob, token: string): Promise<Inspected> {
    const read = await this.#readings.look(file, token);
    return this.#host.whole((platform) => inspected(read, platform, this.#host.vault()));
  }

  async import(id: string, file: Blob, token: string, withoutUndo: boolean): Promise<Imported> {
    const done = this.#host.doneBefore(id);
    if (done) return { ...done, filesRefused: [] };
    const read = await this.#readings.take(file, token);
    return keepTelling(this.#host.say, token, file.size, this.#goOnWithFiles(id, read, withoutUndo));
  }

  async importSnapshot(id: string, from: Exported, withoutUndo: boolean): Promise<Replaced> {
    return this.#goOn(id, await readSnapshot(from, { rest: turn }), withoutUndo);
  }

  cancel(token: string): void {
    this.#readings.cancel(token);
  }

  stop(): void {
    this.#readings.stop();
  }

  #goOn(id: string, read: ReadFile, withoutUndo: boolean): Promise<Replaced> {
    const vaultOf = () => vaultFor(read, this.#host.vault());
    return this.#host.replace(id, { read, vaultOf, withoutUndo });
  }

  async #goOnWithFiles(id: string, read: ReadFile, withoutUndo: boolean): Promise<Imported> {
    const replaced = await this.#goOn(id, read, withoutUndo);
    if (replaced.kind !== 'replaced') return replaced;
    if (read.files.length === 0) return { ...replaced, filesRefused: [] };
    const files = await this.#host.files();
    const filesRefused = await this.#host.asLeader(() => takeFiles(id, read.files, files));
    return { ...replaced, filesRefused };
  }
}
