import type { Session } from '../../state/session.svelte.ts';
import { rooted } from './rooted.svelte.ts';
import { Walk } from './flow-run.svelte.ts';

const walks = new WeakMap<Session, { readonly generation: number; readonly walk: Walk }>();

/** The walk of a session: who looks at another view and comes back finds it as it was. A reset ends it. */
export function walkOf(session: Session): Walk {
  const held = walks.get(session);
  if (held?.generation === session.generation) return held.walk;
  const walk = rooted(() => new Walk(session));
  walks.set(session, { generation: session.generation, walk });
  return walk;
}
