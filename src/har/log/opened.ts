/** The page's end of an opened HAR file. */
import { mostHarBytes } from '../limit.ts';
import type { FoundHarEntries, HarAsked, HarSummary, KnownEndpoint } from './contract.ts';
import HarLogWorker from './log.worker.ts?worker';

export class OpenedHar {
  readonly #worker = new HarLogWorker();

  /** Rejects with a sentence if the file is not HAR. */
  async read(file: Blob, endpoints: readonly KnownEndpoint[]): Promise<HarSummary> {
    if (file.size > mostHarBytes) throw new Error('This is longer than 32 MB.');
    // What an outline has besides is of no use there, and a proxy of it cannot be sent.
    const known = endpoints.map(({ id, method, path, aliases }) => ({
      ...{ id, method, path },
      aliases: [...aliases],
    }));
    const summary = await this.#ask('open', { file, endpoints: known });
    if ('problem' in summary) throw new Error(summary.problem);
    return summary;
  }

  readonly find = (wanted: FoundHarEntries): Promise<HarAsked['find'][1]> => this.#ask('find', wanted);
  /** null if the file has no such entry. `number` counts from 1. */
  readonly entry = (number: number): Promise<HarAsked['entry'][1]> => this.#ask('entry', number);

  close(): void {
    this.#worker.terminate();
  }

  #ask<K extends keyof HarAsked>(kind: K, asked: HarAsked[K][0]): Promise<HarAsked[K][1]> {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<HarAsked[K][1]>) => {
        port1.close();
        resolve(data);
      };
      this.#worker.onerror = () =>
        reject(new Error('The HAR reader could not be loaded. Reload the page and try again.'));
      this.#worker.postMessage({ kind, asked }, [port2]);
    });
  }
}
