import { untrack } from 'svelte';
import { isList, isOneOf, isRecord } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { viewIds } from '../router.ts';
import type { ViewId } from '../router.ts';
import { leftRunning } from './left-running.ts';
import type { Interruptible } from './set-aside.ts';
import type { OutlivesState, PageSession } from './session.svelte.ts';

/** Running work, as the rail shows it. */
export interface Sign {
  readonly view: ViewId;
  /** The text after the view's name: "a load runs, 12 of 60". */
  readonly words: string;
  /** What to show if a reload interrupts it; null for work that continues without the page. */
  readonly left: Left | null;
  /** Stops it; missing if that takes a decision of the person. */
  readonly stop?: () => void;
}

/** Work that a reload interrupted, and where it can be resumed. */
export interface Left {
  readonly view: ViewId;
  /** One sentence. */
  readonly says: string;
  /** The text after the view's name in the rail: "a load was cut off". */
  readonly words: string;
  readonly href: string;
  /** The label of the link. */
  readonly does: string;
}

/** A limit that real use does not reach. */
const most = 10;

/** Running work of this tab, from any view, and work that a reload interrupted. Each has its own name. */
export class WhatRuns implements OutlivesState, Interruptible {
  #reads = $state.raw<ReadonlyMap<string, () => Sign | null>>(new Map());
  /** Set aside by a reset: the storage belongs to another world. */
  #isAside = false;
  #left = $state.raw(parseLeft(leftRunning.read()));
  readonly #now = $derived(
    [...this.#reads].flatMap(([name, read]) => {
      const sign = read();
      return sign ? [[name, sign] as const] : [];
    }),
  );
  readonly signs: readonly Sign[] = $derived(this.#now.map(([, sign]) => sign));
  /** Interrupted work that was neither resumed nor dismissed. */
  readonly left: readonly (readonly [name: string, left: Left])[] = $derived([...this.#left]);

  constructor(session: PageSession) {
    // The frame shows signs from the first one on.
    session.handover.give('signs', true);
    $effect(() => this.#store());
  }

  /** Follows running work while the page is open. `read` returns its current sign, null while it does not run. */
  follow(name: string, read: () => Sign | null): void {
    this.#reads = new Map([...this.#reads, [name, read]]);
  }

  /** Forgets interrupted work, because it was resumed or dismissed. */
  putAway(...names: readonly string[]): void {
    if (names.some((name) => this.#left.has(name)))
      this.#left = new Map([...this.#left].filter(([name]) => !names.includes(name)));
  }

  stateReplaced(): void {
    this.#left = new Map();
  }

  interrupt(): () => void {
    this.#isAside = true;
    return () => (this.#isAside = false);
  }

  #store(): void {
    const names = this.#now.map(([name]) => name);
    untrack(() => this.putAway(...names));
    const now = this.#now.flatMap(([name, { left }]) => (left ? [[name, left] as const] : []));
    const left = [...new Map([...this.#left, ...now])];
    if (!this.#isAside) leftRunning.write(left.length === 0 ? null : JSON.stringify({ left }));
  }
}

/** Checks what it reads: the storage is shared with every page of the origin, and with other releases. */
export function parseLeft(text: string | null): ReadonlyMap<string, Left> {
  const { left } = membersIn(text ?? '');
  return new Map(isList(left) ? left.flatMap(entryOf).slice(0, most) : []);
}

function entryOf(entry: unknown): (readonly [string, Left])[] {
  const [name, value] = isList(entry) ? entry : [];
  if (typeof name !== 'string' || !isRecord(value)) return [];
  const { view, says, words, href, does } = value;
  if (typeof view !== 'string' || !isOneOf(viewIds, view)) return [];
  if (typeof says !== 'string' || typeof words !== 'string' || typeof does !== 'string') return [];
  if (typeof href !== 'string' || !href.startsWith(`#/${view}`)) return [];
  return [[name, { view, says, words, href, does }]];
}
