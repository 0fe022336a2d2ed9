import type {
  ClockState,
  Credential,
  EndpointOutline,
  ExportSize,
  Greeting,
  JumpState,
  LoadingState,
  Plan,
  Playground,
  PlaygroundEvent,
  Replacer,
  SignatureSteps,
  StorageState,
  World,
} from '../../worker/api.ts';
import { Notices } from './notices.svelte.ts';
import type { Reference } from './reference.svelte.ts';
import type { RequestTokenPair } from './request-token.ts';
import { rooted } from './rooted.svelte.ts';

/** State of a view that is worth something beyond a reset of the platform. */
export interface OutlivesReset {
  /** Lets go of what ended with the platform's former state. */
  readonly stateReplaced: () => void;
}

const outlivesReset = (value: object): value is OutlivesReset => 'stateReplaced' in value;

/** `send`: the call that stands ready in Requests is to be sent. */
export type Intent = 'send';

/** Where in the frame the change stands, and what stood there. */
export interface ChangeByAct {
  readonly where: 'plan' | 'app' | 'user' | 'clock';
  readonly was: string;
  /** Whether the call that it mends was sent again: with the next one it is nothing new any more. */
  readonly told?: boolean;
}

const moves = () => import('./clock-moves.ts');
const replacements = () => import('./replacements.ts');

/** What every view shares: the platform's world, its clock, and for whom the person acts in it. */
export class PageSession {
  readonly playground: Playground;
  readonly reference: Reference;
  readonly notices = new Notices();
  greeting = $state.raw() as Greeting;
  world = $state.raw() as World;
  clock = $state.raw() as ClockState;
  /** The last jump of the clock that took longer than a moment, of whichever tab; undefined before the first. */
  jump = $state.raw<JumpState | null>();
  storage = $state.raw() as StorageState;
  /** What of the stored data is still being read; null when all of it is there. */
  loading = $state.raw<LoadingState | null>(null);
  /** Counts up when the state was replaced: a reset, or another tab's engine. */
  generation = $state(0);
  /** The one that the page asked for last; gone with the page, as it is with the flow. */
  requestToken = $state.raw<RequestTokenPair | null>(null);
  /** What was signed last, newest first, at most 50: the doctor says which secret of a key differs. Gone with the page. */
  signed: readonly Pick<SignatureSteps, 'signature' | 'signingKey'>[] = [];
  /** A page of the platform that Sign-in is to open; in no link, because its address may hold a token. */
  pageToOpen: string | null = null;
  /** What was asked of the Requests view from elsewhere; anyone who does it takes it away. */
  intent = $state.raw<Intent | null>(null);
  /** A file that the person wants to look into, and perhaps to import. */
  fileToImport = $state.raw<File | null>(null);
  /** How large the export is that the person asked for, where that is much. */
  toExport = $state.raw<ExportSize | null>(null);
  appId = $state('');
  userId = $state('');
  #real = $state(Date.now());
  readonly #kept = new Map<unknown, { readonly generation: number; readonly value: object }>();

  /** What of the frame was changed to mend a refusal, and what it was; null once a call was sent. */
  changedByAct = $state.raw<ChangeByAct | null>(null);
  readonly frozen = $derived(this.clock.frozen);
  /** Epoch milliseconds on the platform's clock, in steps of a second. */
  readonly now = $derived(
    this.frozen
      ? this.clock.platformNow
      : this.clock.platformNow + Math.max(0, this.#real - this.clock.realNow),
  );
  readonly app = $derived(this.world.apps.find((app) => app.id === this.appId) ?? this.world.apps[0] ?? null);
  readonly user = $derived(this.world.users.find((user) => user.id === this.userId) ?? this.defaultUser);
  readonly project = $derived(
    this.world.projects.find((project) => project.id === this.app?.projectId) ?? null,
  );
  /** null for a Standalone App (specification 2.5). */
  readonly plan: Plan | null = $derived(this.project?.plan ?? this.app?.plan ?? null);

  constructor(playground: Playground, greeting: Greeting, reference: Reference) {
    this.playground = playground;
    this.reference = reference;
    this.#take(greeting);
  }

  /** Follows the platform and the second hand. Returns the way to stop. */
  follow(): () => void {
    const unsubscribe = this.playground.subscribe((event) => this.#hear(event));
    const timer = setInterval(() => (this.#real = Date.now()), 1000);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /**
   * The one of its class that this session keeps: a view that is left and opened again finds it as it was. When the
   * platform's state is replaced, a new one is made, unless the class is an `OutlivesReset`.
   */
  keep<T extends object>(kind: new (session: PageSession) => T): T {
    const { generation } = this;
    const { value: held, generation: of } = this.#kept.get(kind) ?? {};
    if (held instanceof kind && of === generation) return held;
    const value = held instanceof kind && outlivesReset(held) ? held : rooted(() => new kind(this));
    this.#kept.set(kind, { generation, value });
    return value;
  }

  get endpoints(): readonly EndpointOutline[] {
    return this.reference.endpoints;
  }

  /** The credential that the vault holds for the App in use and, for a user's, the acting user. */
  credential(kind: Credential['kind']): Credential | null {
    return this.world.vault.find((each) => this.#fits(each, kind)) ?? null;
  }

  holdsTokenOf(userId: string): boolean {
    return this.world.vault.some(
      (each) => each.kind === 'oauth1' && each.appId === this.app?.id && each.userId === userId,
    );
  }

  /** Keeps the acting user where the App holds a token of theirs, else takes one whose token it holds. */
  useApp(id: string): void {
    this.appId = id;
    if (this.user && !this.holdsTokenOf(this.user.id)) this.userId = this.defaultUser?.id ?? '';
  }

  async setPlan(plan: Plan): Promise<void> {
    if (!this.project) return;
    const result = await this.playground.do('portal.setPlan', this.project.id, plan);
    if (!result.ok) this.notices.say(result.reason);
  }

  /** Resolves to whether it went that far. Says so where it cannot: it ends with 2079 (choice: clock-range). */
  advance = async (ms: number): Promise<boolean> => (await moves()).advance(this, ms);
  /** Whether a jump is under way that takes longer than a moment: until it is over the clock takes no other order. */
  get isJumping(): boolean {
    return this.jump?.end === null;
  }
  /** Ms of the clock's last jump while it can be undone; null for none. */
  get lastJump(): number | null {
    return this.clock.jumped;
  }
  /** Whether the last jump alone made a timestamp of the sender's clock stale; in epoch seconds. */
  jumpExplains(timestamp: number): boolean {
    const { jumped } = this.clock;
    return jumped !== null && Math.abs(timestamp * 1000 + jumped - this.now) <= 300_000;
  }
  /** Asks the person first where more than time would be lost. Resolves to whether it is undone. */
  undoJump = async (): Promise<boolean> => (await moves()).undoJump(this.playground, this.notices);
  rememberSigning(steps: PageSession['signed'][number]): void {
    this.signed = [steps, ...this.signed].slice(0, 50);
  }
  /** To be called when a call is sent: a change that was told with the one before is not marked any more. */
  callSent(): void {
    const { changedByAct } = this;
    this.changedByAct = changedByAct && !changedByAct.told ? { ...changedByAct, told: true } : null;
  }
  freeze = async (): Promise<void> => this.setClock(await this.playground.freeze());
  resume = async (): Promise<void> => this.setClock(await this.playground.resume());
  toggleClock = async (): Promise<void> => (await moves()).toggle(this);

  /** What took the place of everything last, while it can be undone; null for nothing. */
  get canUndo(): Replacer | null {
    return this.greeting.canUndo;
  }
  /** Starts over. Gives null when that is done, else how much room it lacks. */
  reset = async (withoutUndo = false) => (await replacements()).reset(this, withoutUndo);
  undoReplacement = async (by: Replacer): Promise<void> => (await replacements()).undo(this, by);

  /** The first user that the App in use holds a token of, else the first there is. */
  get defaultUser() {
    const { users } = this.world;
    return users.find((user) => this.holdsTokenOf(user.id)) ?? users[0] ?? null;
  }

  #fits(each: Credential, kind: Credential['kind']): boolean {
    if (each.kind !== kind || each.appId !== this.app?.id) return false;
    return !('userId' in each) || each.userId === this.user?.id;
  }

  #take(greeting: Greeting): void {
    this.greeting = greeting;
    this.world = greeting.world;
    this.storage = greeting.storage;
    this.loading = greeting.loading;
    this.jump = greeting.jump ?? (this.jump && null);
    this.setClock(greeting.clock);
    this.generation += 1;
    // Told here, and not when a view asks for it: a view asks in a derivation, which must change nothing.
    for (const { value } of this.#kept.values()) if (outlivesReset(value)) value.stateReplaced();
  }

  setClock = (clock: ClockState): void => {
    this.clock = clock;
    this.#real = Date.now();
  };

  #hear(event: PlaygroundEvent): void {
    this.#real = Date.now();
    if (event.type === 'world') this.world = event.world;
    else if (event.type === 'clock') this.setClock(event.clock);
    else if (event.type === 'jump') this.setClock((this.jump = event).clock);
    else if (event.type === 'storage') this.storage = event.storage;
    else if (event.type === 'loading') this.loading = event.loading;
    else if (event.type === 'restarted')
      void this.playground.greet().then((greeting) => this.#take(greeting));
  }
}
