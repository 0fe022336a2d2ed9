import type {
  Credential,
  EndpointOutline,
  Greeting,
  LoadingState,
  Plan,
  Playground,
  PlaygroundEvent,
  Replacer,
  StorageState,
  World,
} from '../../worker/api.ts';
import { ActMark } from './act-mark.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { Handover } from './handover.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { outlivesState } from './outlives-state.ts';
import type { Reference } from './reference.svelte.ts';
import { PageSecrets } from './page-secrets.svelte.ts';
import { rooted } from './rooted.svelte.ts';
import type { StatusOf } from './status-of.ts';
import type { Kept } from './set-aside.ts';
import type { Visit } from './visit.ts';

export type { OutlivesState } from './outlives-state.ts';

type Restarted = Extract<PlaygroundEvent, { readonly type: 'restarted' }>;

const replacements = () => import('./replacements.ts');

/**
 * What all views share: the platform's world, the user and App for which the person acts, and messages between views.
 */
export class PageSession {
  readonly playground: Playground;
  readonly reference: Reference;
  readonly notices = new Notices();
  readonly clock: Clock;
  readonly handover = new Handover();
  greeting = $state.raw() as Greeting;
  world = $state.raw() as World;
  storage = $state.raw() as StorageState;
  /** The progress of reading the stored data; null when all of it has been read. */
  loading = $state.raw<LoadingState | null>(null);
  /** Counts up when the state was replaced: by a reset, or by another tab's engine. */
  generation = $state(0);
  appId = $state('');
  userId = $state('');
  /** What its world was created for; null for the person's own world. */
  visit: Visit<PageSession> | null = null;
  /** What the status line says if the world is not the person's own in this browser. */
  declare Status?: StatusOf<PageSession>;
  /** Whether the world is that of a local server, which this page is attached to. */
  declare served?: true;
  /** Whether this page is an embed. */
  declare embedded?: true;
  /** The objects of `keep`. A reset sets them all aside. */
  kept: Kept = new Map();

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
    this.clock = new Clock(playground, this.notices);
    this.#take(greeting);
  }

  /** Follows the platform and the clock's ticks. Returns the way to stop. */
  follow(): () => void {
    const unsubscribe = this.playground.subscribe((event) => this.#hear(event));
    const timer = setInterval(this.clock.tick, 1000);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /**
   * The one object of its class in this session, so that a reopened view finds its state. When the platform's state is
   * replaced, a new one is created, unless the class is an `OutlivesState`; after a reset in any case, until that is
   * undone.
   */
  keep<T extends object>(kind: new (session: PageSession) => T): T {
    const { generation } = this;
    const { value: held, generation: of } = this.kept.get(kind) ?? {};
    if (held instanceof kind && of === generation) return held;
    const value = held instanceof kind && outlivesState(held) ? held : rooted(() => new kind(this));
    this.kept.set(kind, { generation, value });
    return value;
  }

  get secrets(): PageSecrets {
    return this.keep(PageSecrets);
  }

  get mark(): ActMark {
    return this.keep(ActMark);
  }

  get endpoints(): readonly EndpointOutline[] {
    return this.reference.endpoints;
  }

  /** The vault's credential for the App in use and, for a user's credential, the acting user. */
  credential(kind: Credential['kind']): Credential | null {
    return this.world.vault.find((each) => this.#fits(each, kind)) ?? null;
  }

  /** Whether the App in use holds a token of this user, of OAuth 1.0a or 2.0. */
  holdsTokenOf(userId: string): boolean {
    return this.world.vault.some(
      (each) => 'userId' in each && each.appId === this.app?.id && each.userId === userId,
    );
  }

  /** Keeps the acting user if the App holds their token, else switches to a user whose token it holds. */
  useApp(id: string): void {
    this.appId = id;
    if (this.user && !this.holdsTokenOf(this.user.id)) this.userId = this.defaultUser?.id ?? '';
  }

  async setPlan(plan: Plan): Promise<void> {
    if (!this.project) return;
    const result = await this.playground.do('portal.setPlan', this.project.id, plan);
    if (!result.ok) this.notices.say(result.reason);
  }

  /** What replaced everything last, while it can be undone; null for nothing. */
  get canUndo(): Replacer | null {
    return this.greeting.canUndo;
  }
  /** Starts over, at once if nothing is lost by it. */
  reset = async (): Promise<void> => (await replacements()).askOrReset(this);
  undoReplacement = async (by: Replacer): Promise<void> => (await replacements()).undo(this, by);

  /** The first user whose token the App in use holds, else the first user. */
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
    this.clock.take(greeting);
    this.generation += 1;
  }

  async #restart({ by }: Restarted): Promise<void> {
    const greeting = await this.playground.greet();
    // If that part of the page cannot be loaded, kept objects are not notified.
    const tell = await replacements().then(
      ({ turn }) => turn(this, by),
      () => null,
    );
    this.#take(greeting);
    tell?.();
  }

  #hear(event: PlaygroundEvent): void {
    this.clock.hear(event);
    if (event.type === 'world') this.world = event.world;
    else if (event.type === 'storage') this.storage = event.storage;
    else if (event.type === 'loading') this.loading = event.loading;
    else if (event.type === 'restarted') void this.#restart(event);
  }
}
