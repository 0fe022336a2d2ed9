import type { ArrivingFile, FilesState, PlaygroundEvent, StoredFile } from '../../../../worker/api.ts';
import { Live } from '../../../state/live.svelte.ts';
import { savedAgain } from '../../../saving/words.ts';
import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';

/** The files of the simulated internet. They belong to no world, and survive a reset. */
export class Files implements OutlivesState {
  readonly session: PageSession;
  readonly #live: Live<FilesState>;
  /** The files that are being added, by name. */
  arriving = $state.raw<Readonly<Record<string, ArrivingFile>>>({});
  readonly list: readonly StoredFile[] = $derived.by(() => this.state?.files ?? []);

  constructor(session: PageSession) {
    this.session = session;
    this.#live = new Live(session, () => this.#ask(), { when: (event) => this.#hears(event) });
  }

  get state(): FilesState | null {
    return this.#live.value;
  }

  /** Why there is nothing to show, as a sentence. */
  get failure(): string | null {
    return this.#live.failure;
  }

  stateReplaced(): void {}

  /** Returns a function that stops it. */
  follow(): () => void {
    return this.#live.follow();
  }

  async #ask(): Promise<FilesState> {
    const state = await this.session.playground.files();
    this.arriving = Object.fromEntries(state.arriving.map((each) => [each.name, each]));
    return state;
  }

  named(name: string): StoredFile | null {
    return this.list.find((file) => file.name === name) ?? null;
  }

  async remove({ name }: StoredFile): Promise<void> {
    const { session } = this;
    const before = session.storage;
    await session.playground.removeFile(name);
    await this.#live.look();
    session.notices.say(`${name} is deleted.${before.isFull ? ` ${savedAgain(session.storage)}` : ''}`);
  }

  /** Updates the progress of a file being added. Returns whether the list of files may have changed. */
  #hears(event: PlaygroundEvent): boolean {
    if (event.type === 'arriving') {
      const { name, bytes, of } = event;
      this.arriving = { ...this.arriving, [name]: { name, bytes, of } };
    }
    return event.type === 'files' || event.type === 'restarted' || event.type === 'storage';
  }
}
