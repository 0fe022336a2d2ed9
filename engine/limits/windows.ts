import type { WindowState } from '../exchanges/exchange.ts';
import { DeferredChanges } from '../state/store/deferred.ts';
import { FormerRows } from '../state/store/former.ts';
import type { Limit } from '../spec/limits.ts';

/** The owners whose windows a call counts against: the user token, the App, or both. */
export interface Principals {
  readonly user?: string | undefined;
  readonly app: string;
}

interface Window {
  readonly id: string;
  readonly endpointId: string;
  readonly scope: 'user' | 'app';
  readonly principal: string;
  startedAt: number;
  windowSeconds: number;
  count: number;
}

/** A window that a call counts against, if it was opened before, and its state. */
interface Found {
  readonly window: Window | undefined;
  readonly state: Writable<WindowState>;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Fixed windows per endpoint and principal, each from its first counted request (choice: window). Kept outside the
 * store for speed; changes are collected as rows.
 */
export class Windows {
  readonly former = new FormerRows<WindowRow>();
  readonly #windows = new Map<string, Window>();
  readonly #changes: DeferredChanges;

  constructor(rows: Iterable<WindowRow>, isTaken: boolean) {
    this.#changes = new DeferredChanges(isTaken);
    for (const row of rows) this.#windows.set(row.id, fromRow(row));
  }

  /**
   * Counts one call in every window that applies, or in none if one of them is used up. The states are those after
   * counting.
   */
  count(
    endpointId: string,
    limits: readonly Limit[],
    who: Principals,
    now: number,
  ): { counted: boolean; states: WindowState[] } {
    const found = this.#find(endpointId, limits, who, now);
    const counted = found.every(({ state }) => state.remaining > 0);
    if (counted) for (const { window, state } of found) this.#add(window, state, now);
    return { counted, states: found.map(({ state }) => state) };
  }

  /** Uncounts a call in the windows that are still the same. The states are those without the call. */
  uncount(states: readonly WindowState[]): WindowState[] {
    return states.map((state) => {
      const { endpointId, scope, principal, limit, windowSeconds, resetAt } = state;
      const id = windowId(endpointId, scope, principal);
      const window = this.#windows.get(id);
      if (window === undefined || resetAt !== window.startedAt + windowSeconds * 1000) return state;
      if (this.former.wants(id)) this.former.note(id, toRow(window));
      if (--window.count === 0) this.#forget(id);
      else this.#changes.put(id);
      const remaining = Math.max(0, limit - window.count);
      return { ...state, remaining, resetAt: window.count === 0 ? null : resetAt };
    });
  }

  /** The windows that a call would count against now. */
  look(endpointId: string, limits: readonly Limit[], who: Principals, now: number): WindowState[] {
    return this.#find(endpointId, limits, who, now).map(({ state }) => state);
  }

  #find(endpointId: string, limits: readonly Limit[], who: Principals, now: number): Found[] {
    const found: Found[] = [];
    for (const { scope, limit, windowSeconds } of limits) {
      const principal = scope === 'user' ? who.user : who.app;
      if (principal === undefined) continue;
      const window = this.#windows.get(windowId(endpointId, scope, principal));
      // A change of plan may change the length. A window that was over by its old length stays over.
      const open =
        window !== undefined && now < window.startedAt + Math.min(window.windowSeconds, windowSeconds) * 1000;
      const remaining = open ? Math.max(0, limit - window.count) : limit;
      const resetAt = open ? window.startedAt + windowSeconds * 1000 : null;
      const state = { endpointId, scope, principal, limit, windowSeconds, remaining, resetAt };
      found.push({ window, state });
    }
    return found;
  }

  /** Removes the windows that are over. */
  sweep(now: number): void {
    for (const [id, window] of this.#windows) {
      if (now < window.startedAt + window.windowSeconds * 1000) continue;
      if (this.former.wants(id)) this.former.note(id, toRow(window));
      this.#forget(id);
    }
  }

  /** Restores the windows as they were when `former` began. */
  bringBack(): void {
    for (const [id, row] of this.former.take()) {
      if (!row) this.#forget(id);
      else {
        this.#windows.set(id, fromRow(row));
        this.#changes.put(id);
      }
    }
  }

  #forget(id: string): void {
    this.#windows.delete(id);
    this.#changes.remove(id);
  }

  rows(): WindowRow[] {
    return Array.from(this.#windows.values(), toRow);
  }

  /** What changed since the last call. */
  takeDeferred(): { put: WindowRow[]; removed: string[] } {
    return this.#changes.take((id) => toRow(this.#windows.get(id)!));
  }

  #add(known: Window | undefined, state: Writable<WindowState>, now: number): void {
    const { endpointId, scope, principal, windowSeconds } = state;
    const id = known?.id ?? windowId(endpointId, scope, principal);
    if (this.former.wants(id)) this.former.note(id, known && toRow(known));
    const window = known ?? { id, endpointId, scope, principal, startedAt: now, windowSeconds, count: 0 };
    if (!known) this.#windows.set(id, window);
    if (state.resetAt === null) {
      window.startedAt = now;
      window.count = 0;
    }
    window.windowSeconds = windowSeconds;
    window.count++;
    this.#changes.put(id);
    state.remaining--;
    state.resetAt = window.startedAt + windowSeconds * 1000;
  }
}

const windowId = (endpointId: string, scope: string, principal: string): string =>
  `${endpointId} ${scope} ${principal}`;

const fromRow = (row: WindowRow): Window => ({
  id: row.id,
  endpointId: row.endpoint_id,
  scope: row.scope,
  principal: row.principal,
  startedAt: row.started_at,
  windowSeconds: row.window_seconds,
  count: row.count,
});

const toRow = (window: Window): WindowRow => ({
  id: window.id,
  endpoint_id: window.endpointId,
  scope: window.scope,
  principal: window.principal,
  started_at: window.startedAt,
  window_seconds: window.windowSeconds,
  count: window.count,
});
/** A window in use: fixed, from its first counted request (choice: window). */
export type WindowRow = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly scope: 'user' | 'app';
  readonly principal: string;
  readonly started_at: number;
  readonly window_seconds: number;
  readonly count: number;
};
