/** Everything that differs between a tab, a local server and an embed. See decisions/host.md. */
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
  /** The endpoints of the platform. */
  readonly families: readonly Family[];
  /** Sends an event to every page. */
  readonly emit: (event: PlaygroundEvent) => void;
  readonly sandbox: Sandbox;
  /** Resolves when waiting calls have had a turn. */
  readonly turn: () => Promise<void>;
  /**
   * The seeded users are created after this many ms without a call. Without it, the first call that could see one of
   * them creates them all.
   */
  readonly idleMs?: number | undefined;
  /** How a world begins that is not stored, and again after a reset. Default: the starter scenario. */
  readonly start?: Beginning;
  /** Observes the world before the pages are notified. Called with each platform that becomes current. */
  readonly watch?: (platform: Platform) => Watcher;
  /** Epoch milliseconds. Default: the machine's clock. */
  readonly now?: () => number;
}
