import { isResponse, text } from '../../../../worker/api.ts';
import type { Sent } from '../../../../worker/api.ts';
import { counted } from '../../../parts/counted.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls, SentCall } from '../call/calls.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { newRow } from '../call/rows.ts';
import { limitRows } from '../answer/windows.ts';
import type { LimitRow } from '../answer/windows.ts';
import { ChangesBetween } from './between/between.svelte.ts';
import { Comparing } from './comparing.svelte.ts';
import { leftBehind } from './compare.ts';
import { listOf, pagingOf, readPage, sizeIn } from './paging.ts';
import type { Paging } from './paging.ts';
import { nextOf, noWalk, previousOf, walked } from './walk.ts';
import type { Walk } from './walk.ts';

/** Turns the pages of a draft's list, in its tab. Calls that the person sends themselves count as pages too. */
export class Pages {
  readonly #session: PageSession;
  readonly #draft: Draft;
  readonly #calls: Calls;
  readonly #send: () => Promise<void>;
  #walk = $state.raw<Walk>(noWalk);
  /** The last answer that was processed. */
  #looked: SentCall | null = null;
  /** Whether it is reading all pages to the end. */
  running = $state(false);
  /** Why the last run to the end stopped, as a sentence; with its list. */
  #ended = $state.raw<{ readonly of: string; readonly why: string } | null>(null);
  #stopped = false;
  /** The same list by offset, for comparison. */
  readonly comparing: Comparing;
  readonly between: ChangesBetween;

  readonly paging: Paging | null = $derived.by(() => pagingOf(this.#draft.target?.fields ?? []));
  readonly #list = $derived.by(() => this.#listOf(this.#draft.message.url, this.#draft));
  /** The walk of the draft's current list. */
  readonly walk: Walk = $derived(this.#walk.of === this.#list ? this.#walk : noWalk);
  readonly ended: string | null = $derived.by(() =>
    this.#ended?.of === this.#list ? this.#ended.why : null,
  );
  readonly next: string | null = $derived(nextOf(this.walk));
  readonly previous: string | null | undefined = $derived(previousOf(this.walk));
  /** The entries after the shown page; null if unknown. */
  readonly left: number | null = $derived.by(() => {
    const { comparison, ended, total } = this.comparing;
    const { pages, shown, isWhole } = this.walk;
    if (shown < 0 || total === null || !isWhole) return null;
    if (ended === null && shown === comparison.cuts.length - 1) return leftBehind(comparison);
    return Math.max(
      0,
      total - pages.slice(0, shown + 1).reduce((sum, { entries }) => sum + entries.length, 0),
    );
  });
  /** The window with the fewest calls left; null if none counts the calls. */
  readonly window: LimitRow | null = $derived.by(() => {
    const rows = limitRows(this.#calls.windows ?? [], this.#calls.current, this.#session.clock.now);
    return rows.reduce<LimitRow | null>(
      (least, row) => (least && least.remaining <= row.remaining ? least : row),
      null,
    );
  });

  constructor(session: PageSession, draft: Draft, calls: Calls, send: () => Promise<void>) {
    this.#session = session;
    this.#draft = draft;
    this.#calls = calls;
    this.#send = send;
    this.comparing = new Comparing(session);
    this.between = new ChangesBetween(session);
    $effect(() => {
      this.look();
    });
  }

  /** Processes the answers since the last look. */
  look(): void {
    const { history } = this.#calls;
    const at = this.#looked ? history.indexOf(this.#looked) : -1;
    const fresh = at < 0 ? history : history.slice(0, at);
    this.#looked = history[0] ?? null;
    for (const call of fresh.toReversed()) this.#take(call);
  }

  /** Requests a page by its token; null for the first. */
  async turn(token: string | null): Promise<void> {
    this.#ended = null;
    await this.#turn(token);
  }

  async toEnd(): Promise<void> {
    const { paging } = this;
    if (!paging || this.running) return;
    this.running = true;
    this.#stopped = false;
    this.#ended = null;
    if (paging.size) this.#set(paging.size.name, String(paging.size.most));
    try {
      const why = await this.#run();
      this.#ended = { of: this.#list, why };
    } finally {
      this.running = false;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Until the end, Stop, a refusal or the limit; returns which. */
  async #run(): Promise<string> {
    let calls = 0;
    for (;;) {
      const token = this.walk.shown < 0 ? null : this.next;
      if (this.walk.shown >= 0 && token === null) return `The end, after ${counted(calls, 'call')}.`;
      if (this.#stopped) return `Stopped after ${counted(calls, 'call')}. Next page goes on from here.`;
      if (this.window?.remaining === 0)
        return `The limit is used up after ${counted(calls, 'call')}. Next page goes on from here once it is reset.`;
      const before = this.#calls.latest;
      await this.#turn(token);
      calls++;
      const { latest } = this.#calls;
      if (latest === before) return `No answer came to call ${calls}.`;
      if (!isPage(latest!.sent)) return `Call ${calls} was refused.`;
    }
  }

  async #turn(token: string | null): Promise<void> {
    const { paging } = this;
    if (!paging) return;
    this.#set(paging.cursor, token);
    // The clock may have jumped since the last one.
    this.#draft.refresh();
    await this.#send();
    await this.#calls.look(this.#draft.limitSubject);
    this.look();
    await this.comparing.settled();
  }

  /** Sets a query parameter; null switches it off. */
  #set(name: string, value: string | null): void {
    const row = this.#draft.query.find((each) => each.name === name);
    if (row) Object.assign(row, { on: value !== null, value: value ?? '', seen: value !== null || row.seen });
    else if (value !== null) this.#draft.query.push(newRow({ name, value }));
  }

  #take({ sent, broken }: SentCall): void {
    const { outcome, exchange } = sent;
    if (broken || !isPage(sent) || !isResponse(outcome)) return;
    const page = readPage(text(outcome.body));
    const { paging } = this;
    if (!page || !paging || exchange.endpointId !== this.#draft.target?.id) return;
    const { token } = listOf(exchange.request.url, paging);
    const of = this.#listOf(exchange.request.url, this.#draft);
    this.#walk = walked(this.#walk, of, { ...page, token, at: exchange.at });
    const size = sizeIn(exchange.request.url, paging, this.#draft.target.fields);
    if (this.#walk.pages.length === 1) this.between.forget();
    const { id: requestId } = exchange.request;
    if (size !== null && requestId !== undefined) this.comparing.add(this.#walk, { requestId, size });
  }

  /** The identity of a list includes the caller, because each has their own lists, and the world. */
  #listOf(url: string, { auth }: Draft): string {
    const { paging } = this;
    if (!paging) return '';
    const { app, user, generation } = this.#session;
    return `${listOf(url, paging).list} ${auth} ${app?.id} ${user?.id} ${generation}`;
  }
}

const isPage = ({ outcome }: Sent): boolean => isResponse(outcome) && outcome.status === 200;
