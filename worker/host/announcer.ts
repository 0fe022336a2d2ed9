/** What the host tells the pages: each event at once, and the world when it has become another. */
import type { PlaygroundEvent } from '../contract/events.ts';
import { Soon } from './timers.ts';
import type { World } from '../contract/world.ts';

/** How often the world is looked over for changes at most, and a catalog's changes are told, in ms. */
const lookMs = 50;

export class Announcer {
  readonly #soon = new Soon(lookMs, () => this.look());
  readonly #catalogSoon = new Soon(lookMs, () => this.say({ type: 'catalog' }));
  /** The id of the jump of the clock that is under way. */
  jump: string | null = null;
  /** Of a jump, which makes thousands of calls: the latest event of each type. */
  readonly #late = new Map<string, PlaygroundEvent>();
  /** The world as it was last told. */
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

  /** Tells what waits, and the world if it is not what was told last. */
  look(): void {
    for (const event of this.#late.values()) this.emit(event);
    this.#late.clear();
    const world = this.world();
    const text = JSON.stringify(world);
    if (text === this.#told) return;
    this.#told = text;
    this.say({ type: 'world', world });
  }

  /** Looks in a moment, once for all that ask meanwhile. */
  lookSoon(): void {
    this.#soon.ask();
  }

  /** A catalog has changed. A run of a feed changes it a hundred times a second: that is told once for many. */
  catalogChanged(): void {
    this.#catalogSoon.ask();
  }

  /** The pages learn the world as it is now in another way: with the greeting. */
  takeAsTold(): void {
    this.#told = JSON.stringify(this.world());
  }

  /** Nothing is told any more. */
  stop(): void {
    this.#stopped = true;
    this.#late.clear();
    this.#soon.stop();
    this.#catalogSoon.stop();
  }
}
