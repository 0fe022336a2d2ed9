import { text } from '../../../../../worker/api.ts';
import type { Exchange, World } from '../../../../../worker/api.ts';
import type { ValueKind } from '#reference';

type Users = World['users'];
interface SeenObject {
  readonly id: string;
  readonly text?: unknown;
  readonly author_id?: unknown;
  readonly sender_id?: unknown;
}

/** Enough characters to recognise a post. */
const excerpt = 60;

/** The thing that a value names, in words: from the world if it knows it, else from these answers. */
export function whatItIs(
  kind: ValueKind,
  value: string,
  { users, seen }: { users: Users; seen: Iterable<Exchange> },
): string {
  switch (kind) {
    case 'user':
      return userWords(users.find(({ id }) => id === value)) ?? 'The id of a user';
    case 'username':
      return userWords(users.find(({ username }) => username === value)) ?? `A user, @${value}`;
    case 'post':
      return told('A post', value, users, seen) ?? 'The id of a post';
    case 'dmEvent':
      return told('A message', value, users, seen) ?? 'The id of a message event';
    case 'conversation':
      return conversationWords(value, users);
    case 'list':
      return 'The id of a List';
    case 'folder':
      return 'The id of a folder of bookmarks';
    case 'space':
      return 'The id of a Space';
    case 'community':
      return 'The id of a Community';
    case 'job':
      return 'The id of a compliance job';
    case 'webhook':
      return 'The id of a webhook';
    case 'adAccount':
      return 'The id of an advertiser account';
    case 'campaign':
      return 'The id of a campaign';
    case 'lineItem':
      return 'The id of a line item';
    case 'fundingInstrument':
      return 'The id of a funding instrument';
    case 'catalog':
      return 'The id of a catalog';
    case 'product':
      return 'The key of a product';
    case 'productSet':
      return 'The id of a product set';
    case 'productFeed':
      return 'The id of a product feed';
    case 'page':
      return 'Another page of this list';
  }
}

const userWords = (user: Users[number] | undefined): string | null =>
  user ? `@${user.username}, ${user.name}` : null;

/** The id of a conversation of two is made of both users' ids (choice: dm-conversations). */
function conversationWords(id: string, users: Users): string {
  const names = id.split('-').map((each) => users.find((user) => user.id === each)?.username);
  if (names.length !== 2 || names.includes(undefined)) return 'The id of a conversation';
  return `The conversation of @${names[0]} and @${names[1]}`;
}

function told(what: string, id: string, users: Users, seen: Iterable<Exchange>): string | null {
  for (const { outcome } of seen) {
    if (outcome.kind !== 'response') continue;
    const object = objectWith(id, text(outcome.body));
    if (!object) continue;
    const author = users.find((user) => user.id === (object.author_id ?? object.sender_id));
    const words = typeof object.text === 'string' ? `: “${shortened(object.text)}”` : '';
    return `${what}${author ? ` of @${author.username}` : ''}${words}`;
  }
  return null;
}

const shortened = (words: string): string => {
  const characters = [...words];
  return characters.length > excerpt ? `${characters.slice(0, excerpt).join('')}…` : words;
};

/** The most detailed object with this id, or null. Most bodies do not contain the id, and are not parsed. */
function objectWith(id: string, body: string): SeenObject | null {
  if (!body.includes(`"${id}"`)) return null;
  try {
    const rest: unknown[] = [JSON.parse(body)];
    for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
      if (typeof value !== 'object' || value === null) continue;
      if ('id' in value && value.id === id && 'text' in value) return value as SeenObject;
      rest.push(...Object.values<unknown>({ ...value }));
    }
  } catch {
    // Not JSON.
  }
  return null;
}
