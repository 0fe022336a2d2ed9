/**
 * The host's handlers for files, loaded with the first call. Files belong to no world, so these handlers and the
 * world do not wait for each other.
 */
import { loadGenerator } from '../../../engine/inside.ts';
import type { Recipe } from '../../../engine/inside.ts';
import type { Handlers } from '../../contract/contract.ts';
import type { ArrivingFile, Conduct, FileHead, FilesState, StoredFile } from '../../contract/file.ts';
import type { PlaygroundEvent } from '../../contract/events.ts';
import type { HostStorage } from '../storage.ts';
import { isConduct } from './checks.ts';
import { generatedArrival } from './generated.ts';
import { FilesInMemory } from './in-memory.ts';
import { FileStore } from './store.ts';

type OfFiles =
  | 'files'
  | 'putFile'
  | 'generateFile'
  | 'fileHead'
  | 'cancelFile'
  | 'removeFile'
  | 'setFileConduct';

export interface FilesHost {
  readonly storage: Pick<HostStorage, 'openFiles' | 'room'>;
  readonly say: (event: PlaygroundEvent) => void;
  readonly turn: () => Promise<void>;
  readonly saveAgain: () => Promise<void>;
}

export class Files implements Pick<Handlers, OfFiles> {
  private constructor(
    private readonly host: FilesHost,
    readonly store: FileStore,
  ) {}

  static async open(host: FilesHost): Promise<Files> {
    const { say, storage } = host;
    const place = (await storage.openFiles()) ?? new FilesInMemory();
    const events = {
      changed: () => say({ type: 'files' }),
      progress: (arriving: ArrivingFile) => say({ type: 'arriving', ...arriving }),
    };
    return new Files(host, new FileStore(place, events, () => storage.room()));
  }

  async files(): Promise<FilesState> {
    return this.store.state();
  }

  putFile(id: string, name: string, body: Blob): Promise<StoredFile> {
    const origin = { type: 'given' } as const;
    return this.store.put({ id, name, origin, length: body.size, body: () => body.stream() });
  }

  async generateFile(id: string, name: string, recipe: Recipe): Promise<StoredFile> {
    const { bytesOf, isRecipe } = await loadGenerator();
    if (!isRecipe(recipe)) throw new TypeError('This is not a recipe for a file');
    return this.store.put(generatedArrival(id, name, recipe, bytesOf, this.host.turn));
  }

  fileHead(name: string): Promise<FileHead | null> {
    return this.store.head(name);
  }

  async cancelFile(name: string): Promise<void> {
    this.store.cancel(name);
  }

  /** The room that it frees is used at once. */
  async removeFile(name: string): Promise<void> {
    await this.store.remove(name);
    await this.host.saveAgain();
  }

  async setFileConduct(name: string, conduct: Conduct): Promise<void> {
    if (!isConduct(conduct)) throw new TypeError('A file cannot be served in this way');
    return this.store.setConduct(name, conduct);
  }
}
export type { FileStore } from './store.ts';
