import { untrack } from 'svelte';
import { isList, isOneOf, isRecord } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { viewIds } from '../router.ts';
import type { ViewId } from '../router.ts';
import { leftRunning } from './left-running.ts';
import type { Interruptible } from './set-aside.ts';
import type { OutlivesState, PageSession } from './session.svelte.ts';

/** Something that runs, as the rail shows it. */
export interface Sign {
  readonly view: ViewId;
  /** As it follows the view's name: "a load runs, 12 of 60". */
  readonly words: string;
  /** What a reload of the page would leave of it; null for what goes on without the page. */
  readonly left: Left | null;
}

/** What a reload cut off, and where it can be taken up again. */
export interface Left {
  readonly view: ViewId;
  /** One sentence. */
  readonly says: string;
  /** As it follows the view's name in the rail: "a load was cut off". */
  readonly words: string;
  readonly href: string;
  /** What the link does. */
  readonly does: string;
}

/** More does not run at once. */
const most = 10;

/** What runs in this tab, whichever view began it, and what a reload cut off. Each is known by a name of its own. */
export class WhatRuns implements OutlivesState, Interruptible {
  #reads = $state.raw<ReadonlyMap<string, () => Sign | null>>(new Map());
  /** Set aside by a reset: the storage is of another world. */
  #isAside = false;
  #left = $state.raw(parseLeft(leftRunning.read()));
  readonly #now = $derived(
    [...this.#reads].flatMap(([name, read]) => {
      const sign = read();
      return sign ? [[name, sign] as const] : [];
    }),
  );
  readonly signs: readonly Sign[] = $derived(this.#now.map(([, sign]) => sign));
  /** What a reload cut off and nobody has taken up or put away. */
  readonly left: readonly (readonly [name: string, left: Left])[] = $derived([...this.#left]);

  constructor(session: PageSession) {
    // The frame shows signs from the first one on.
    session.handover.give('signs', true);
    $effect(() => this.#store());
  }

  /** Follows something for as long as the page is open. `read` says what it does now, null while it does not run. */
  follow(name: string, read: () => Sign | null): void {
    this.#reads = new Map([...this.#reads, [name, read]]);
  }

  /** What was cut off is taken up again, or the person wants to hear no more of it. */
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

/** Reads what may be anybody's: the storage is shared with every page of the origin, and with other releases. */
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
