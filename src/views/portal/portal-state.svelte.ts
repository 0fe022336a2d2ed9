import { isOneOf } from '../../../worker/api.ts';
import { SvelteMap } from 'svelte/reactivity';
import type { AppView, Credential, Plan, ProjectView, Shown } from '../../../worker/api.ts';
import type { OutlivesState, PageSession } from '../../state/session.svelte.ts';
import { AppForm } from './app-form.svelte.ts';
import { kindNames } from './words.ts';
import type { KeyKind } from './words.ts';

/** The portal's own state beside the platform's world: it lives as long as the page, not the view. */
export class PortalState implements OutlivesState {
  readonly #session: PageSession;
  readonly #forms = new SvelteMap<string, AppForm>();
  /** Keys that were made and not yet put away, by App: they are shown only once. */
  readonly #shown = new SvelteMap<string, readonly Shown[]>();
  /** Keys that were put away and that the vault does not have. Undo shows them again until the page is closed. */
  readonly #away = new SvelteMap<string, readonly Shown[]>();
  /** Which of the shown keys the vault has saved. */
  readonly #kept = new SvelteMap<Shown, true>();

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** The keys no longer work after that; the values typed into a form may still fit. */
  stateReplaced(): void {
    this.#shown.clear();
    this.#away.clear();
  }

  form(appId: string): AppForm {
    const known = this.#forms.get(appId);
    if (known) return known;
    const form = new AppForm(this.#session, appId, (shown) => this.show(appId, shown));
    this.#forms.set(appId, form);
    return form;
  }

  /** Forms with changes that are neither saved nor discarded. */
  unsaved(): AppForm[] {
    return [...this.#forms.values()].filter((form) => form.app && form.changed.length > 0);
  }

  shown(appId: string): readonly Shown[] {
    return this.#shown.get(appId) ?? [];
  }

  show(appId: string, list: readonly Shown[]): void {
    if (list.length === 0) return;
    this.#drop(
      appId,
      list.map(({ kind }) => kind),
    );
    this.#shown.set(appId, [...this.shown(appId), ...list]);
  }

  /** The key of this kind that was put away last and can be shown again; null for none. */
  putAwayOf(appId: string, kind: KeyKind): Shown | null {
    return this.#away.get(appId)?.find((each) => each.kind === kind) ?? null;
  }

  putAway(appId: string, shown: Shown): void {
    this.#drop(appId, [shown.kind]);
    if (!this.isKept(shown)) this.#away.set(appId, [...(this.#away.get(appId) ?? []), shown]);
  }

  isKept(shown: Shown): boolean {
    return this.#kept.has(shown);
  }

  /** The API key that a user token is signed with: the one just shown, else the one in the vault. */
  keysFor(shown: Shown): Extract<Credential, { kind: 'basic' }> | null {
    const fits = (each: Shown | Credential): each is Extract<Credential, { kind: 'basic' }> =>
      each.kind === 'basic' && each.appId === shown.appId;
    return this.shown(shown.appId).find(fits) ?? this.#session.world.vault.find(fits) ?? null;
  }

  async keep(shown: Shown): Promise<void> {
    const credential = this.#whole(shown);
    if (!credential) return;
    await this.#session.playground.keep(credential);
    this.#kept.set(shown, true);
    this.#session.notices.say(`The vault keeps the ${kindNames[shown.kind]} of ${shown.appName}.`);
  }

  /** Removes a credential from the vault; Undo puts it back. */
  async forget(credential: Credential): Promise<void> {
    await this.#session.playground.forget(credential.id);
    this.#session.notices.say(
      `The vault forgot the ${kindNames[credential.kind]} of ${credential.appName}.`,
      {
        label: 'Undo',
        run: () => void this.#session.playground.keep(credential),
      },
    );
  }

  async createApp(name: string, projectId: string | null): Promise<{ app: AppView } | { reason: string }> {
    const result = await this.#session.playground.do('portal.createApp', name, projectId);
    if (!result.ok) return result;
    this.show(result.made.id, result.shown ?? []);
    return { app: result.made };
  }

  async createProject(name: string, plan: Plan): Promise<{ project: ProjectView } | { reason: string }> {
    const result = await this.#session.playground.do('portal.createProject', name, plan);
    if (!result.ok) return result;
    return { project: result.made };
  }

  async regenerate(appId: string, kind: KeyKind): Promise<void> {
    const result = await this.#session.playground.do('portal.regenerate', appId, kind);
    if (!result.ok) return this.#session.notices.say(result.reason);
    if (kind === 'basic') this.#drop(appId, ['app', 'oauth1']);
    this.show(appId, [result.made]);
    this.#session.notices.say(`The new ${kindNames[kind]} is shown under its name, only this once.`);
  }

  async revoke(app: AppView, kind: KeyKind): Promise<void> {
    const result = await this.#session.playground.do('portal.revoke', app.id, kind);
    if (!result.ok) return this.#session.notices.say(result.reason);
    this.#drop(app.id, kind === 'basic' ? ['basic', 'app', 'oauth1'] : [kind]);
    this.#session.notices.say(`The ${kindNames[kind]} of ${app.name} is revoked.`);
  }

  /** Drops keys that ended or were replaced: they no longer need to be stored. */
  #drop(appId: string, kinds: readonly Shown['kind'][]): void {
    for (const held of [this.#shown, this.#away])
      held.set(
        appId,
        (held.get(appId) ?? []).filter(({ kind }) => !isOneOf<string>(kinds, kind)),
      );
  }

  #whole(shown: Shown): Credential | null {
    if (shown.kind !== 'oauth1') return shown;
    const keys = this.keysFor(shown);
    if (!keys) return null;
    const { consumer_key, consumer_secret } = keys;
    return { ...shown, consumer_key, consumer_secret };
  }
}
