/** The world of a local server as handlers work with it: the server keeps it, gives it time, and replaces it. */
import { families } from '../../engine/inside.ts';
import type { ChangeSet, Credential, Platform } from '../../engine/inside.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { Sandbox } from '../contract/receiver-run.ts';
import type { ClockState, JumpState, World } from '../contract/world.ts';
import { Announcer } from '../host/announcer.ts';
import { noticeOf } from '../host/compose.ts';
import type { InUse } from '../host/in-use.ts';
import { Outside } from '../host/outside.ts';
import { Soon } from '../host/timers.ts';
import { worldOf } from '../host/world-of.ts';
import type { Served } from './served.ts';

/** How often pages hear of the clock at most while others move it, in ms. */
const tellMs = 50;

export class AttachedWorld implements InUse {
  readonly announcer: Announcer;
  readonly outside: Outside;
  readonly surroundings: InUse['surroundings'];
  readonly storage: InUse['storage'];
  readonly loading = { state: null };
  readonly changing = new Set<Promise<unknown>>();
  jump: JumpState | null = null;
  beforeJump: InUse['beforeJump'] = null;
  readonly #served: Served;
  readonly #clockSoon = new Soon(tellMs, () => this.announcer.say({ type: 'clock', clock: this.clock() }));
  /** The platform's own row of its clock, as it was last told. */
  #clockTold = '';
  #leave: () => void = () => undefined;

  constructor(served: Served, emit: (event: PlaygroundEvent) => void, sandbox: Sandbox) {
    const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
    this.#served = served;
    this.announcer = new Announcer(emit, () => this.world());
    this.surroundings = { families, sandbox, turn };
    this.storage = {
      kept: { kind: 'served', reason: null },
      keep: () => served.keepCredentials(),
    };
    this.outside = new Outside({
      ...{ sandbox, turn },
      storage: { openFiles: () => Promise.resolve(null), room: () => Promise.resolve(null) },
      say: (event) => this.announcer.say(event),
      jump: () => this.announcer.jump,
      saveAgain: () => Promise.resolve(),
    });
    this.#follow();
  }

  get platform(): Platform {
    return this.#served.platform;
  }

  get vault(): readonly Credential[] {
    return this.#served.credentials;
  }

  set vault(vault: readonly Credential[]) {
    this.#served.credentials = vault;
  }

  async run<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    try {
      return await work(this.platform);
    } finally {
      this.announcer.lookSoon();
    }
  }

  runWhole<T>(work: (platform: Platform) => T | Promise<T>): Promise<T> {
    return this.run(async (platform) => work(platform));
  }

  /** What a person changes is told before it is answered: they may go on at once. */
  async runChange<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    const done = this.run(work);
    this.changing.add(done);
    try {
      const answer = await done;
      this.announcer.look();
      return answer;
    } finally {
      this.changing.delete(done);
    }
  }

  world(): World {
    return worldOf(this.platform, this.vault);
  }

  /** There is no way back from a jump here: clients beside the pages would lose what they did. */
  clock(): ClockState {
    const { clock } = this.platform;
    return { platformNow: clock.now(), realNow: Date.now(), frozen: clock.frozen, jumped: null };
  }

  canUndo(): null {
    return null;
  }

  /** Nothing is counted: nothing is undone. */
  noteCall(): void {}
  noteChange(): void {}

  /** The platform has changed, no matter who changed it. */
  committed(changes: ChangeSet): void {
    this.announcer.changed(changes);
    if (changes['apps'] ?? changes['projects']) this.announcer.say({ type: 'portal' });
    const clock = JSON.stringify(changes['platform']?.updated.at(-1)?.['clock'] ?? this.#clockTold);
    if (clock === this.#clockTold) return;
    this.#clockTold = clock;
    this.#clockSoon.ask();
  }

  /** Another platform is in the place of the one that was there. */
  async replaced(): Promise<void> {
    this.#follow();
    this.jump = this.beforeJump = null;
    (await this.outside.internet.loading)?.log.clearAll();
    this.announcer.takeAsTold();
    this.announcer.say({ type: 'restarted', by: 'reset' });
  }

  stop(): void {
    this.#leave();
    this.#clockSoon.stop();
    this.announcer.stop();
    this.outside.stop();
  }

  #follow(): void {
    this.#leave();
    this.announcer.takeAsTold();
    this.#leave = this.platform.exchanges.subscribe((exchange) => this.announcer.say(noticeOf(exchange)));
  }
}
