import type { OpenStream, Sent } from '../../worker/api.ts';
import { rooted } from '../state/rooted.svelte.ts';
import { WhatRuns } from '../state/what-runs.svelte.ts';
import type { Sign } from '../state/what-runs.svelte.ts';
import type { OutlivesState, PageSession } from '../state/session.svelte.ts';
import { readOpenStreams, storeOpenStreams, streamViews } from './cut-streams.ts';
import type { CutStream, StreamView } from './cut-streams.ts';
import { StreamReading } from './stream-reading.svelte.ts';

/** A stream that this tab reads or has read. */
export interface ReadStream extends CutStream {
  readonly sent: Sent;
  readonly reading: StreamReading;
}

function signOf(view: StreamView, all: readonly ReadStream[]): Sign | null {
  const open = all.filter((each) => each.view === view);
  const count = open.length;
  if (count === 0) return null;
  const left = {
    ...{ view, href: view === 'requests' ? '#/requests/streamPosts' : `#/${view}` },
    ...{ does: 'Go to its call', words: 'a stream was closed by the reload' },
    says: 'Stream closed by the reload.',
  };
  const stop = (): void => {
    for (const { reading } of open) reading.stop();
  };
  return { view, words: count === 1 ? 'a stream is open' : `${count} streams are open`, left, stop };
}

/** Every stream that a call of this tab opened, from any view, and those that a reload interrupted. */
export class Streams implements OutlivesState {
  readonly #session: PageSession;
  readonly #readings = new WeakMap<Sent, StreamReading>();
  /** Newest first: the open ones, and the last one of each App. */
  list = $state.raw<readonly ReadStream[]>([]);
  /** Interrupted streams, until they are opened again. */
  cut = $state.raw(readOpenStreams());
  readonly open: readonly ReadStream[] = $derived(this.list.filter(({ reading }) => reading.isOpen));

  constructor(session: PageSession) {
    this.#session = session;
    for (const view of streamViews)
      session.keep(WhatRuns).follow(`stream in ${view}`, () => signOf(view, this.open));
  }

  /** The reading of a stream that a call opened: started once, it continues when another call or view is shown. */
  read(sent: Sent, { body }: OpenStream, view: StreamView): StreamReading {
    const known = this.#readings.get(sent);
    if (known) return known;
    const { at: openedAt, appId } = sent.exchange;
    const now = () => Math.max(openedAt, this.#session.clock.now);
    const reading = rooted(() => new StreamReading(body, openedAt, now, () => this.#note()));
    this.#readings.set(sent, reading);
    const stream = { view, appId: appId ?? '', openedAt, sent, reading };
    this.list = [stream, ...this.list.filter((each) => each.reading.isOpen || each.appId !== appId)];
    this.cut = this.cut.filter((each) => each.appId !== appId);
    this.#note();
    return reading;
  }

  /** The last one of an App; null if none was opened since the page loaded. */
  of(appId: string): ReadStream | null {
    return this.list.find((each) => each.appId === appId) ?? null;
  }

  cutOf(appId: string): CutStream | null {
    return this.cut.find((each) => each.appId === appId) ?? null;
  }

  /** Streams interrupted by a reload ended with the platform's earlier state. */
  stateReplaced(): void {
    this.cut = [];
    this.#note();
  }

  #note(): void {
    const open = this.list.filter(({ reading }) => reading.isOpen);
    storeOpenStreams([...open.map(({ view, appId, openedAt }) => ({ view, appId, openedAt })), ...this.cut]);
  }
}
