import type { KnownEndpoint } from '#reference';
import type { ProblemName, Rehearsed, RehearsedStep } from '../../../worker/api.ts';
import { messageOf } from '../../state/message-of.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { recipes } from './recipes.ts';
import type { Recipe, Steps } from './recipe.ts';
import { Scene } from './scene.ts';

/** One refusal of one call, provoked on a copy of the world. */
export class MakeRefusal {
  readonly name: ProblemName;
  readonly #session: PageSession;
  readonly #endpoint: KnownEndpoint;
  busy = $state(false);
  /** Why nothing could be sent, as a sentence. */
  failed = $state<string | null>(null);
  met = $state.raw<Rehearsed | null>(null);

  constructor(session: PageSession, endpoint: KnownEndpoint, name: ProblemName) {
    this.#session = session;
    this.#endpoint = endpoint;
    this.name = name;
  }

  /** null for a refusal that no call can meet on purpose. */
  get recipe(): Recipe | null {
    const recipe = recipes[this.name];
    if (typeof recipe === 'function') return recipe(this.#endpoint.id);
    return 'steps' in recipe ? recipe : null;
  }

  /** Why it cannot be met, as a sentence; null if it can. */
  get unmet(): string | null {
    const recipe = recipes[this.name];
    if ('unmet' in recipe) return recipe.unmet;
    const steps = this.#steps;
    return typeof steps === 'string' ? steps : null;
  }

  /** The number of calls, as a sentence. */
  get cost(): string {
    const steps = [...(this.#scene?.ready ?? []), ...this.#taken];
    if (steps.some(({ kind }) => kind === 'sendUntil')) return 'It takes as many calls as the limit allows.';
    const calls = steps.filter(({ kind }) => kind === 'send').length;
    return `It takes ${calls === 1 ? 'one call' : `${calls} calls`}.`;
  }

  get app(): string | null {
    return this.#session.app?.name ?? null;
  }

  make = async (): Promise<void> => {
    const scene = this.#scene;
    const steps = this.#taken;
    if (!scene || steps.length === 0 || this.busy) return;
    this.busy = true;
    this.failed = null;
    try {
      this.met = await this.#session.playground.rehearse([...scene.ready, ...steps]);
    } catch (cause) {
      this.met = null;
      this.failed = messageOf(cause);
    } finally {
      this.busy = false;
    }
  };

  get #steps(): Steps {
    const scene = this.#scene;
    return (scene && this.recipe?.steps(scene)) ?? [];
  }

  get #taken(): readonly RehearsedStep[] {
    const steps = this.#steps;
    return typeof steps === 'string' ? [] : steps;
  }

  get #scene(): Scene | null {
    const { app, greeting, world } = this.#session;
    if (!app) return null;
    const others = world.users.flatMap(({ id }) => (id === app.ownerId ? [] : id));
    return new Scene(greeting, this.#endpoint, app, { others, apps: world.apps });
  }
}
