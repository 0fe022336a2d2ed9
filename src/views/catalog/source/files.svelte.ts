import type { ArrivingFile, FilesState, PlaygroundEvent, StoredFile } from '../../../../worker/api.ts';
import type { OutlivesReset, PageSession } from '../../../state/session.svelte.ts';

/** The files of the simulated internet; they belong to no world, and outlast a reset. */
export class Files implements OutlivesReset {
  readonly session: PageSession;
  state = $state.raw<FilesState | null>(null);
  /** By name, those on their way in. */
  arriving = $state.raw<Readonly<Record<string, ArrivingFile>>>({});
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);
  readonly list: readonly StoredFile[] = $derived(this.state?.files ?? []);

  constructor(session: PageSession) {
    this.session = session;
  }

  stateReplaced(): void {}

  /** Returns the way to stop. */
  follow(): () => void {
    void this.look();
    return this.session.playground.subscribe((event) => this.#hear(event));
  }

  async look(): Promise<void> {
    try {
      const state = await this.session.playground.files();
      this.state = state;
      this.arriving = Object.fromEntries(state.arriving.map((each) => [each.name, each]));
      this.failure = null;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
  }

  named(name: string): StoredFile | null {
    return this.list.find((file) => file.name === name) ?? null;
  }

  async remove({ name }: StoredFile): Promise<void> {
    const wasFull = this.state?.isFull;
    await this.session.playground.removeFile(name);
    await this.look();
    const saved = wasFull && !this.state?.isFull ? ' There is room again: everything is saved.' : '';
    this.session.notices.say(`${name} is deleted.${saved}`);
  }

  #hear(event: PlaygroundEvent): void {
    if (event.type === 'arriving') {
      const { name, bytes, of } = event;
      this.arriving = { ...this.arriving, [name]: { name, bytes, of } };
    } else if (event.type === 'files' || event.type === 'restarted' || event.type === 'storage')
      void this.look();
  }
}
