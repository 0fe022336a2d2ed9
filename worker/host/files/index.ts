/** What the host does with files, loaded with the first. They belong to no world: nothing waits for them, and they for nothing. */
import { loadGenerator } from '../../../engine/inside.ts';
import type { Recipe } from '../../../engine/inside.ts';
import type { PlaygroundEvent } from '../../contract/events.ts';
import type { Storage } from '../../persistence/storage.ts';
import { isConduct } from './checks.ts';
import type { ArrivingFile, Conduct, FileHead, FilesState, StoredFile } from '../../contract/file.ts';
import { generatedArrival } from './generated.ts';
import { FilesInMemory } from './in-memory.ts';
import { KeptFiles } from './kept.ts';
import { FileStore } from './store.ts';
import type { Arrival } from './store.ts';

export class Files {
  private constructor(
    readonly store: FileStore,
    private readonly storage: Pick<Storage, 'isFull' | 'asLeader'>,
    private readonly keepAll: () => Promise<void>,
  ) {}

  /** `keepAll` writes everything again that the platform has. */
  static async open(
    storage: Storage,
    say: (event: PlaygroundEvent) => void,
    keepAll: () => Promise<void>,
  ): Promise<Files> {
    const { place } = storage;
    const files = place ? await KeptFiles.open(place.database, place.term) : new FilesInMemory();
    const events = {
      changed: () => say({ type: 'files' }),
      progress: (arriving: ArrivingFile) => say({ type: 'arriving', ...arriving }),
    };
    return new Files(new FileStore(files, events), storage, keepAll);
  }

  async state(): Promise<FilesState> {
    return { ...(await this.store.state()), isFull: this.storage.isFull };
  }

  put(id: string, name: string, body: Blob): Promise<StoredFile> {
    const origin = { type: 'given' } as const;
    return this.#put({ id, name, origin, length: body.size, body: () => body.stream() });
  }

  async generate(id: string, name: string, recipe: Recipe): Promise<StoredFile> {
    const { bytesOf, isRecipe } = await loadGenerator();
    if (!isRecipe(recipe)) throw new TypeError('This is no recipe of a file');
    return this.#put(generatedArrival(id, name, recipe, bytesOf));
  }

  head(name: string): Promise<FileHead | null> {
    return this.store.head(name);
  }

  cancel(name: string): void {
    this.store.cancel(name);
  }

  /** Room that it makes is used at once. */
  async remove(name: string): Promise<void> {
    await this.storage.asLeader(() => this.store.remove(name));
    if (this.storage.isFull) await this.keepAll();
  }

  async setConduct(name: string, conduct: Conduct): Promise<void> {
    if (!isConduct(conduct)) throw new TypeError('No file is served so');
    return this.storage.asLeader(() => this.store.setConduct(name, conduct));
  }

  #put(arrival: Arrival): Promise<StoredFile> {
    return this.storage.asLeader(() => this.store.put(arrival));
  }
}
export type { FileStore } from './store.ts';
