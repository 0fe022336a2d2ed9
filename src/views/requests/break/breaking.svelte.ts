import { header } from '../../../../worker/api.ts';
import type { Sent } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Breaker } from '../call/broken.ts';
import type { Calls } from '../call/calls.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { isReady, offersFor, spoil } from './breaks.ts';
import type { Offer, Ready, Spoiled } from './breaks.ts';
import { aboutNow } from './call.ts';
import type { Call } from './call.ts';
import { takeApart } from './making.ts';
import { notYet, withThrowaway } from './throwaway.ts';
import type { Throwaway } from './throwaway.ts';
import { saidOf, verdictOf } from './verdict.ts';
import type { Said } from './verdict.ts';

interface Held {
  /** The kind of call that it was switched on for. */
  readonly of: string;
  readonly on: ReadonlySet<string>;
  readonly tried: ReadonlyMap<string, Said>;
}

/** The switches of one draft and their results, kept as long as the page is open. */
export class Breaking implements Breaker {
  readonly #session: PageSession;
  readonly #draft: Draft;
  readonly #calls: Calls;
  #held = $state.raw<Held>({ of: '', on: new Set(), tried: new Map() });
  #sending = false;

  /** Another endpoint or kind of credential starts again. */
  readonly #of = $derived.by(() => `${this.#draft.reached?.id} ${this.#draft.auth}`);
  readonly #now: Held = $derived(
    this.#held.of === this.#of ? this.#held : { of: this.#of, on: new Set(), tried: new Map() },
  );
  readonly offers: readonly Offer[] = $derived.by(() => offersFor(this.#call(notYet)));
  readonly on: readonly Ready[] = $derived(
    this.offers.filter(isReady).filter(({ id }) => this.#now.on.has(id)),
  );
  readonly count: number = $derived(this.on.length);
  readonly tried: ReadonlyMap<string, Said> = $derived(this.#now.tried);
  /** The request that would be sent now. */
  readonly spoiled: Spoiled = $derived.by(() => spoil(this.#call(notYet), this.on));
  readonly next: Offer | null = $derived(this.#next());
  /** A good one to begin with; null once one was switched on or tried. */
  readonly first: Offer | null = $derived(this.#first());

  constructor(session: PageSession, draft: Draft, calls: Calls) {
    this.#session = session;
    this.#draft = draft;
    this.#calls = calls;
  }

  isOn(id: string): boolean {
    return this.on.some((each) => each.id === id);
  }

  toggle(id: string, isOn: boolean): void {
    const on = new Set(this.#now.on);
    if (isOn) on.add(id);
    else on.delete(id);
    this.#held = { ...this.#now, on };
  }

  only(id: string): void {
    this.#held = { ...this.#now, on: new Set([id]) };
  }

  clear(): void {
    this.#held = { ...this.#now, on: new Set() };
  }

  async send(): Promise<Sent | null> {
    if (this.#sending) return null;
    this.#sending = true;
    try {
      const { on } = this;
      if (!on.some(({ needs }) => needs)) return await this.#send(on, notYet);
      const revoked = on.some(({ id }) => id === 'revoked');
      const done = await withThrowaway(this.#session.playground, revoked, (made) => this.#send(on, made));
      if ('value' in done) return done.value;
      this.#calls.failure = done.reason;
      return null;
    } finally {
      this.#sending = false;
    }
  }

  async #send(on: readonly Ready[], throwaway: Throwaway): Promise<Sent | null> {
    const ids = new Set(on.map(({ id }) => id));
    const call = this.#call(throwaway);
    const made = spoil(
      call,
      offersFor(call)
        .filter(isReady)
        .filter(({ id }) => ids.has(id)),
    );
    const of = this.#of;
    const { message, signing, broken } = made;
    // The doctor says which of its secrets differs.
    if (signing) this.#session.secrets.remember(signing);
    const built = signing?.baseString ?? null;
    const sent = await this.#calls.send(message, { built, print: this.#draft.print, broken });
    const said = sent && saidOf(sent);
    if (!said || of !== this.#of) return sent;
    const tried = verdictOf(broken, sent).met ?? (broken.length === 1 ? broken[0] : undefined);
    if (tried) this.#held = { ...this.#now, tried: new Map([...this.#now.tried, [tried.id, said]]) };
    return sent;
  }

  #call(throwaway: Throwaway): Call {
    const { message, target, headers, nonce, timestamp } = this.#draft;
    const isOwn = headers.some(({ name, on }) => on && name.toLowerCase() === 'authorization');
    const credential =
      isOwn || header(message.headers, 'authorization') === undefined ? null : this.#draft.credential;
    const { reference, clock, app, world } = this.#session;
    return {
      message,
      credential,
      making: takeApart(message, credential),
      target,
      endpoints: reference.endpoints,
      now: clock.now,
      fresh: { nonce, timestamp: aboutNow(Number(timestamp), clock.now) },
      app,
      apps: world.apps,
      vault: world.vault,
      answered: this.#calls.history.map(({ sent }) => sent),
      throwaway,
    };
  }

  /** The one after the last that is on, else the first untried one. */
  #next(): Offer | null {
    const { offers, tried } = this;
    const { on } = this.#now;
    const isOpen = (each: Offer) => isReady(each) && !tried.has(each.id) && !on.has(each.id);
    const after = offers.findLastIndex(({ id }) => on.has(id)) + 1;
    return offers.slice(after).find(isOpen) ?? offers.find(isOpen) ?? null;
  }

  #first(): Offer | null {
    if (this.count > 0 || this.tried.size > 0) return null;
    const ready = this.offers.filter(isReady);
    return ready.find(({ id }) => id === 'stale') ?? ready[0] ?? null;
  }
}
