/** Sends events to the pages: most at once, and the world when it has changed. */
import type { ChangeSet } from '../../engine/inside.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { Soon } from './timers.ts';
import type { World } from '../contract/world.ts';

/** The shortest time between two checks of the world, and between two events about a catalog, in ms. */
const lookMs = 50;

const ofCatalogs = ['merchants', 'catalogs', 'products', 'product_sets', 'product_feeds', 'feed_runs'];

export class Announcer {
  readonly #soon = new Soon(lookMs, () => this.look());
  readonly #catalogSoon = new Soon(lookMs, () => this.say({ type: 'catalog' }));
  /** The id of the jump of the clock in progress. */
  jump: string | null = null;
  /** During a jump, which makes thousands of calls: the latest event of each type. */
  readonly #late = new Map<string, PlaygroundEvent>();
  /** The world as last sent. */
  #told = '';
  #stopped = false;

  constructor(
    private readonly emit: (event: PlaygroundEvent) => void,
    private readonly world: () => World,
  ) {}

  say(event: PlaygroundEvent): void {
    if (this.#stopped) return;
    const { type } = event;
    if (this.jump !== null && (type === 'receivers' || (type === 'exchange' && event.endpointId === null))) {
      this.#late.set(type, event);
      this.lookSoon();
    } else this.emit(event);
  }

  /** Sends the waiting events, and the world if it has changed. */
  look(): void {
    for (const event of this.#late.values()) this.emit(event);
    this.#late.clear();
    const world = this.world();
    const text = JSON.stringify(world);
    if (text === this.#told) return;
    this.#told = text;
    this.say({ type: 'world', world });
  }

  /** Checks the world in a moment, once for all requests until then. */
  lookSoon(): void {
    this.#soon.ask();
  }

  /** Rows of the platform have changed. */
  changed(changes: ChangeSet): void {
    this.lookSoon();
    if (changes['receivers'] ?? changes['receiver_items']) this.say({ type: 'receivers' });
    if (ofCatalogs.some((table) => changes[table])) this.catalogChanged();
  }

  /** A catalog has changed. A run of a feed changes it a hundred times a second; many changes are sent as one event. */
  catalogChanged(): void {
    this.#catalogSoon.ask();
  }

  /** The pages get the present world in another way: with the greeting. */
  takeAsTold(): void {
    this.#told = JSON.stringify(this.world());
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#stopped = true;
    this.#late.clear();
    this.#soon.stop();
    this.#catalogSoon.stop();
  }
}
