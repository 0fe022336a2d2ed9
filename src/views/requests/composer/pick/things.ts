import { isResponse, text } from '../../../../../worker/api.ts';
import type { Exchange, World } from '../../../../../worker/api.ts';
import type { Picked } from '../picked.ts';

/** Something of the platform's world that a value may name. */
export interface Thing {
  /** What goes over the wire. */
  readonly value: string;
  /** What people call it; empty where nothing is known but the value. */
  readonly name: string;
  readonly remark: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What there is to choose: all people of the world, and of the rest what these answers have shown, newest first. */
export function thingsOf(kind: Picked, users: World['users'], answers: readonly Exchange[]): Thing[] {
  if (kind === 'user' || kind === 'username')
    return users.map(({ id, username, name }) => ({
      value: kind === 'user' ? id : username,
      name: `@${username}`,
      remark: name,
    }));
  const found = new Map<string, Thing>();
  for (const object of answers.flatMap(objectsIn)) {
    const thing = read(kind, object, users);
    if (thing && (thing.name !== '' || !found.has(thing.value))) found.set(thing.value, thing);
  }
  return [...found.values()];
}

function read(kind: Picked, each: Fields, users: World['users']): Thing | null {
  const { id, text: content, event_type, dm_conversation_id, pinned_post_id } = each;
  const by = (author: unknown) => users.find((user) => user.id === author)?.username;
  const from = by(each['author_id'] ?? each['sender_id']);
  const remark = from === undefined ? '' : `by @${from}`;
  if (kind === 'conversation')
    return typeof dm_conversation_id === 'string' ? { value: dm_conversation_id, name: '', remark } : null;
  if (kind === 'post' && typeof pinned_post_id === 'string')
    return { value: pinned_post_id, name: '', remark: `pinned by @${by(id) ?? 'somebody'}` };
  const fits = typeof content === 'string' && (event_type !== undefined) === (kind === 'event');
  return fits && typeof id === 'string' ? { value: id, name: content, remark } : null;
}

/** Every object of a JSON answer, the inner ones too; none for an answer of another kind. */
function objectsIn({ outcome }: Exchange): Fields[] {
  if (!isResponse(outcome)) return [];
  try {
    return walk(JSON.parse(text(outcome.body)));
  } catch {
    return [];
  }
}

function walk(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(walk);
  return Array.isArray(value) ? inner : [value as Fields, ...inner];
}
