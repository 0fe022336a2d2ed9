/** Imports, and exports, while the platform continues. */
import type { Handlers } from '../../contract/contract.ts';
import type { Exported, Imported, Inspected } from '../../contract/transfer.ts';
import type { Replaced } from '../../contract/world.ts';
import type { Current } from '../current.ts';
import { doneBefore, replace } from '../replacing.ts';
import { Exports } from './exports.ts';
import { keepTelling } from './progress.ts';
import { readSnapshot } from './read.ts';
import type { ReadFile } from './reading.ts';
import { Readings } from './readings.ts';
import { inspected, takeFiles, vaultFor } from './said.ts';

type OfImports = 'inspectFile' | 'importFile' | 'cancelImport' | 'importSnapshot';

export class Transfers extends Exports implements Pick<Handlers, OfImports> {
  readonly #current: Current;
  readonly #readings: Readings;

  constructor(current: Current) {
    super(current);
    this.#current = current;
    this.#readings = new Readings(this.telling);
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
    return keepTelling(this.telling, token, file.size, this.#goOnWithFiles(id, read, withoutUndo));
  }

  async importSnapshot(id: string, from: Exported, withoutUndo = false): Promise<Replaced> {
    return this.#goOn(id, await readSnapshot(from, { rest: this.telling.turn }), withoutUndo);
  }

  async cancelImport(token: string): Promise<void> {
    this.#readings.cancel(token);
  }

  stop(): void {
    this.#readings.stop();
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
    return { ...replaced, filesRefused: await takeFiles(id, read.files, await this.files()) };
  }
}
