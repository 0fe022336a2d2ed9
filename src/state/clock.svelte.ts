import type { ClockState, Greeting, JumpState, Playground, PlaygroundEvent } from '../../worker/api.ts';
import type { Notices } from './notices.svelte.ts';

const moves = () => import('./clock-moves.ts');

/** The platform's clock as every view shows it, and the actions that move it. */
export class Clock {
  readonly playground: Playground;
  readonly notices: Notices;
  state = $state.raw() as ClockState;
  /** The last jump of the clock that took noticeable time, from any tab; undefined before the first. */
  jump = $state.raw<JumpState | null>();
  #real = $state(Date.now());

  readonly frozen = $derived(this.state.frozen);
  /** Epoch milliseconds on the platform's clock, in steps of a second. */
  readonly now = $derived(
    this.frozen
      ? this.state.platformNow
      : this.state.platformNow + Math.max(0, this.#real - this.state.realNow),
  );

  constructor(playground: Playground, notices: Notices) {
    this.playground = playground;
    this.notices = notices;
  }

  /** Ticks once a second. */
  tick = (): void => {
    this.#real = Date.now();
  };

  set = (state: ClockState): void => {
    this.state = state;
    this.tick();
  };

  /** The platform's state of the clock after a change. */
  take({ clock, jump }: Greeting): void {
    this.jump = jump ?? (this.jump && null);
    this.set(clock);
  }

  hear(event: PlaygroundEvent): void {
    this.tick();
    if (event.type === 'clock') this.set(event.clock);
    else if (event.type === 'jump') this.set((this.jump = event).clock);
  }

  /**
   * Resolves to whether it reached the target. Reports if it cannot: the clock ends with 2079 (choice: clock-range).
   */
  advance = async (ms: number): Promise<boolean> => (await moves()).advance(this, ms);
  freeze = async (): Promise<void> => this.set(await this.playground.freeze());
  resume = async (): Promise<void> => this.set(await this.playground.resume());
  toggle = async (): Promise<void> => (await moves()).toggle(this);
  /** Asks the person first if more than time would be lost. Resolves to whether it was undone. */
  undoJump = async (): Promise<boolean> => (await moves()).undoJump(this);

  /** Whether a noticeable jump is under way: until it is over, the clock accepts no other order. */
  get isJumping(): boolean {
    return this.jump?.end === null;
  }

  /** The length of the clock's last jump in ms while it can be undone; null for none. */
  get lastJump(): number | null {
    return this.state.jumped;
  }
}
