import type { FieldDescription } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** What a value may be chosen among: the hours of the platform's clock, or people and things of its world. */
export type Picked = 'time' | 'user' | 'username' | 'post' | 'conversation' | 'event';

/** Where there is something to choose from. */
export interface PickFrom {
  readonly session: PageSession;
  /** The endpoint's path, which tells what its ids are of. */
  readonly path: string;
}

const byName: Readonly<Record<string, Picked>> = {
  username: 'username',
  usernames: 'username',
  screen_name: 'username',
  user_id: 'user',
  source_user_id: 'user',
  target_user_id: 'user',
  participant_id: 'user',
  post_id: 'post',
  since_id: 'post',
  until_id: 'post',
  dm_conversation_id: 'conversation',
};
const bySegment: Readonly<Record<string, Picked>> = { users: 'user', posts: 'post', dm_events: 'event' };

/** What the values of a field are; null where there is nothing to choose from. `path` is the endpoint's. */
export function picked({ name, schema }: FieldDescription, path: string): Picked | null {
  if ((schema as { format?: string }).format === 'date-time') return 'time';
  if (name !== 'id' && name !== 'ids') return byName[name] ?? null;
  const segment = /(\w+)(?:\/:id\b|$)/.exec(path)?.[1];
  return bySegment[segment ?? ''] ?? null;
}
