/** Exports and imports, while the platform continues. */
import type { Handlers } from '../../contract/contract.ts';
import { Streaming } from '../../contract/streaming.ts';
import type {
  Exported,
  ExportHead,
  ExportOptions,
  ExportSize,
  Imported,
  Inspected,
} from '../../contract/transfer.ts';
import type { Replaced } from '../../contract/world.ts';
import type { Current } from '../current.ts';
import type { FileStore } from '../files/index.ts';
import { doneBefore, replace } from '../replacing.ts';
import { openOf } from './open-of.ts';
import { keepTelling, progress } from './progress.ts';
import type { Telling } from './progress.ts';
import { readSnapshot } from './read.ts';
import type { ReadFile } from './reading.ts';
import { Readings } from './readings.ts';
import { exportOf, inspected, leavingFiles, takeFiles, vaultFor } from './said.ts';
import { bytesOf, formOf, leavingOf, sizeOf } from './write.ts';
import type { Leaving } from './state-file.ts';

type OfTransfers =
  | 'exportSnapshot'
  | 'exportSize'
  | 'exportFile'
  | 'inspectFile'
  | 'importFile'
  | 'cancelImport'
  | 'importSnapshot';

export class Transfers implements Pick<Handlers, OfTransfers> {
  readonly #current: Current;
  readonly #telling: Telling;
  readonly #readings: Readings;

  constructor(current: Current) {
    this.#current = current;
    const { turn } = current.surroundings;
    this.#telling = { say: (event) => current.announcer.say(event), turn };
    this.#readings = new Readings(this.#telling);
  }

  /** Includes every earlier change of a person, even if its answer is still on its way. */
  async exportSnapshot(): Promise<Exported> {
    const current = this.#current;
    await Promise.allSettled(current.changing);
    return current.runWhole((platform) => exportOf(platform, current.vault, Date.now()));
  }

  async exportSize(): Promise<ExportSize> {
    const leaving = await leavingFiles(await this.#files());
    return sizeOf(await this.#leaving(), leaving);
  }

  /** Everything at this moment; calls continue while it is written. */
  async exportFile(_: string, { token, packed, files }: ExportOptions): Promise<Streaming<ExportHead>> {
    const withFiles = files ? await leavingFiles(await this.#files()) : [];
    await Promise.allSettled(this.#current.changing);
    const leaving = await this.#leaving();
    const form = formOf(leaving, withFiles);
    const size = sizeOf(leaving, withFiles);
    const { rest, at } = progress(this.#telling, token, size.bytes + size.fileBytes);
    const body = bytesOf(leaving, withFiles, { form, packed, rest, wrote: at });
    return new Streaming({ ...size, form, packed }, openOf(body));
  }

  async inspectFile(file: Blob, token: string): Promise<Inspected> {
    const read = await this.#readings.look(file, token);
    return this.#current.runWhole(async (platform) => {
      // The present contents include users that were not created yet. If they cannot be created, only the others count.
      await platform.seedPopulation().catch(() => undefined);
      return inspected(read, platform, this.#current.vault);
    });
  }

  async importFile(id: string, file: Blob, token: string, withoutUndo = false): Promise<Imported> {
    const done = doneBefore(this.#current, id);
    if (done) return { ...done, filesRefused: [] };
    const read = await this.#readings.take(file, token);
    return keepTelling(this.#telling, token, file.size, this.#goOnWithFiles(id, read, withoutUndo));
  }

  async importSnapshot(id: string, from: Exported, withoutUndo = false): Promise<Replaced> {
    return this.#goOn(id, await readSnapshot(from, { rest: this.#telling.turn }), withoutUndo);
  }

  async cancelImport(token: string): Promise<void> {
    this.#readings.cancel(token);
  }

  stop(): void {
    this.#readings.stop();
  }

  #files(): Promise<FileStore> {
    return this.#current.outside.files.get().then(({ store }) => store);
  }

  #leaving(): Promise<Leaving> {
    const current = this.#current;
    return current.runWhole((platform) => leavingOf(platform, current.vault, Date.now()));
  }

  #goOn(id: string, read: ReadFile, withoutUndo: boolean): Promise<Replaced> {
    const current = this.#current;
    const { bytes, loaded } = read;
    const vaultOf = () => vaultFor(read, current.vault);
    return current.replacing((cancelling) =>
      replace(current, id, cancelling, {
        by: 'import',
        start: { snapshot: loaded },
        bytes,
        vaultOf,
        withoutUndo,
      }),
    );
  }

  async #goOnWithFiles(id: string, read: ReadFile, withoutUndo: boolean): Promise<Imported> {
    const replaced = await this.#goOn(id, read, withoutUndo);
    if (replaced.kind !== 'replaced') return replaced;
    if (read.files.length === 0) return { ...replaced, filesRefused: [] };
    return { ...replaced, filesRefused: await takeFiles(id, read.files, await this.#files()) };
  }
}
