/** All that differs between a tab of a browser, a local server and an embed. See decisions/host.md. */
import type { ChangeSet, Exchange, Family, Platform } from '../../engine/inside.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { Sandbox } from '../contract/receiver-run.ts';
import type { Beginning } from './opened.ts';
import type { HostStorage } from './storage.ts';

export interface Watcher {
  readonly committed: (changes: ChangeSet) => void;
  readonly answered: (exchange: Exchange) => void;
}

export interface Surroundings {
  readonly storage: HostStorage;
  /** The endpoints that the platform has. */
  readonly families: readonly Family[];
  /** Tells every page. */
  readonly emit: (event: PlaygroundEvent) => void;
  readonly sandbox: Sandbox;
  /** Resolves when the calls that came meanwhile have had their turn. */
  readonly turn: () => Promise<void>;
  /**
   * For how long nobody has asked for anything when the seeded users are created, in ms. Without it the first call that
   * could see one of them creates them all.
   */
  readonly idleMs?: number | undefined;
  /** What a world begins with that is not stored, and begins with again after a reset. Default: the starter scenario. */
  readonly start?: Beginning;
  /** Sees what becomes of the world, before the pages are told. Called with each platform that comes to be the one. */
  readonly watch?: (platform: Platform) => Watcher;
  /** Epoch milliseconds. Default: the machine's clock. */
  readonly now?: () => number;
}
