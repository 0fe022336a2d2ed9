import { isRecord, isResponse, text } from '../../../../../worker/api.ts';
import type { Exchange, World } from '../../../../../worker/api.ts';
import type { Thing } from './thing.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Posts in answers, the last answer's first: they may be older than the newest of the world. */
export function postsIn(answers: readonly Exchange[], users: World['users']): Thing[] {
  const found = new Map<string, Thing>();
  for (const object of answers.flatMap(objectsIn)) {
    const thing = postOf(object, users);
    if (thing && (thing.name !== '' || !found.has(thing.value))) found.set(thing.value, thing);
  }
  return [...found.values()];
}

function postOf(each: Fields, users: World['users']): Thing | null {
  const { id, text: content, event_type, pinned_post_id, author_id } = each;
  const called = (user: unknown) => users.find((one) => one.id === user)?.username;
  if (typeof pinned_post_id === 'string')
    return { value: pinned_post_id, name: '', remark: `pinned by @${called(id) ?? 'somebody'}` };
  if (typeof content !== 'string' || event_type !== undefined || typeof id !== 'string') return null;
  const author = called(author_id);
  return { value: id, name: content, remark: author === undefined ? '' : `by @${author}` };
}

/** Every object of a JSON answer, including nested ones; empty for other answers. */
function objectsIn({ outcome }: Exchange): Fields[] {
  if (!isResponse(outcome)) return [];
  try {
    return walk(JSON.parse(text(outcome.body)));
  } catch {
    return [];
  }
}

function walk(value: unknown): Fields[] {
  if (!isRecord(value)) return [];
  const inner = Object.values(value).flatMap(walk);
  return Array.isArray(value) ? inner : [value, ...inner];
}
