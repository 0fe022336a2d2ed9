/** Exports, while the platform continues. */
import type { Handlers } from '../../contract/contract.ts';
import { Streaming } from '../../contract/streaming.ts';
import type { Exported, ExportHead, ExportOptions, ExportSize } from '../../contract/transfer.ts';
import type { FileStore } from '../files/index.ts';
import type { InUse } from '../in-use.ts';
import { openOf } from './open-of.ts';
import { progress } from './progress.ts';
import type { Telling } from './progress.ts';
import { exportOf, leavingFiles } from './said.ts';
import type { Leaving } from './state-file.ts';
import { bytesOf, formOf, leavingOf, sizeOf } from './write.ts';

type OfExports = 'exportSnapshot' | 'exportSize' | 'exportFile';

type Exporting = Pick<InUse, 'announcer' | 'changing' | 'outside' | 'runWhole' | 'surroundings' | 'vault'>;

export class Exports implements Pick<Handlers, OfExports> {
  protected readonly telling: Telling;
  readonly #current: Exporting;

  constructor(current: Exporting) {
    this.#current = current;
    const { turn } = current.surroundings;
    this.telling = { say: (event) => current.announcer.say(event), turn };
  }

  /** Includes every earlier change of a person, even if its answer is still on its way. */
  async exportSnapshot(): Promise<Exported> {
    const current = this.#current;
    await Promise.allSettled(current.changing);
    return current.runWhole((platform) => exportOf(platform, current.vault, Date.now()));
  }

  async exportSize(): Promise<ExportSize> {
    const leaving = await leavingFiles(await this.files());
    return sizeOf(await this.#leaving(), leaving);
  }

  /** Everything at this moment; calls continue while it is written. */
  async exportFile(
    _: string,
    { token, packed, files, lessons = [] }: ExportOptions,
  ): Promise<Streaming<ExportHead>> {
    const withFiles = files ? await leavingFiles(await this.files()) : [];
    await Promise.allSettled(this.#current.changing);
    const leaving = { ...(await this.#leaving()), ...(lessons.length > 0 && { lessons }) };
    const form = formOf(leaving, withFiles);
    const size = sizeOf(leaving, withFiles);
    const { rest, at } = progress(this.telling, token, size.bytes + size.fileBytes);
    const body = bytesOf(leaving, withFiles, { form, packed, rest, wrote: at });
    return new Streaming({ ...size, form, packed }, openOf(body));
  }

  protected files(): Promise<FileStore> {
    return this.#current.outside.files.get().then(({ store }) => store);
  }

  #leaving(): Promise<Leaving> {
    const current = this.#current;
    return current.runWhole((platform) => leavingOf(platform, current.vault, Date.now()));
  }
}
