import { keysOf } from '../../../worker/api.ts';
import type { AppView, Shown } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { SettingName, Settings } from './words.ts';

/** A person's unsaved changes to an App's settings. They survive leaving the view. */
export class AppForm {
  readonly #session: PageSession;
  readonly appId: string;
  readonly #saved: (shown: readonly Shown[]) => void;
  #edits = $state.raw<Partial<Settings>>({});
  /** By setting; for a callback URL by `callback_urls.<index>`. */
  problems = $state.raw<Readonly<Partial<Record<string, string>>>>({});
  saving = $state(false);

  /** `saved` gets the keys that saving created, which are shown only this once. */
  constructor(session: PageSession, appId: string, saved: (shown: readonly Shown[]) => void) {
    this.#session = session;
    this.appId = appId;
    this.#saved = saved;
  }

  // Not $derived: it would belong to the first component that asked for the form, and be destroyed with it.
  get app(): AppView | null {
    return this.#session.world.apps.find((app) => app.id === this.appId) ?? null;
  }

  get changed(): readonly SettingName[] {
    const { app } = this;
    return keysOf(this.#edits).filter((name) => !same(this.#edits[name], app?.settings[name]));
  }

  get<K extends SettingName>(name: K): Settings[K] {
    const { [name]: edit = this.app!.settings[name] } = this.#edits;
    return edit as Settings[K];
  }

  set<K extends SettingName>(name: K, value: Settings[K]): void {
    this.#edits = { ...this.#edits, [name]: value };
    this.problems = Object.fromEntries(
      Object.entries(this.problems).filter(([field]) => field !== name && !field.startsWith(`${name}.`)),
    );
  }

  /** Changes one callback URL; the problems of the others stay. */
  setCallback(at: number, url: string): void {
    const { problems } = this;
    this.set('callback_urls', this.get('callback_urls').with(at, url));
    const solved = [`callback_urls.${at}`, 'callback_urls'];
    this.problems = Object.fromEntries(Object.entries(problems).filter(([field]) => !solved.includes(field)));
  }

  /** Returns whether it was saved. If not, the entered values stay. */
  async save(): Promise<boolean> {
    const patch = trimmed(Object.fromEntries(this.changed.map((name) => [name, this.#edits[name]])));
    this.#edits = patch;
    this.saving = true;
    const result = await this.#session.playground.do('portal.updateApp', this.appId, patch);
    this.saving = false;
    if (!result.ok) {
      this.problems = result.problems;
      if (Object.keys(result.problems).length === 0) this.#session.notices.say(result.reason);
      return false;
    }
    // Changes entered meanwhile are still unsaved.
    const sent = new Map<string, unknown>(Object.entries(patch));
    const since = Object.entries(this.#edits).filter(([name, value]) => sent.get(name) !== value);
    this.#edits = Object.fromEntries(since);
    this.problems = {};
    this.#saved(result.shown);
    return true;
  }

  discard(): void {
    const { problems } = this;
    const edits = this.#edits;
    this.#clear();
    this.#session.notices.say('The changes are discarded.', {
      label: 'Undo',
      run: () => {
        this.#edits = edits;
        this.problems = problems;
      },
    });
  }

  #clear(): void {
    this.#edits = {};
    this.problems = {};
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The patch with its values trimmed and without empty callback URLs. */
const trimmed = (patch: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, trim(value)]));

const trim = (value: Settings[SettingName]): Settings[SettingName] =>
  typeof value === 'object'
    ? value.map((url) => url.trim()).filter(Boolean)
    : typeof value === 'string'
      ? value.trim()
      : value;
