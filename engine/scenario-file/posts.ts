/** Posts of a file: what follows from their texts and their references. */
import { isList, isRecord, isText, isWhole } from '../checked/is.ts';
import { findEntities, guessLanguage } from '../social/entities.ts';
import { mentionsNobody, repostText } from '../social/reposts.ts';
import type { Draft, Making } from './making.ts';
import { textIn } from './rows.ts';

/** Completes all posts of the file, but not those of its base, no matter in which order they are listed. */
export function completePosts(making: Making): void {
  const posts = making.rows.posts.filter((post) => !making.isBased(post));
  for (const post of posts) completePoll(post, making);
  for (const post of posts) completePost(post, making);
}

function completePost(post: Draft, making: Making): void {
  const original = making.row('posts', post['reposted_post_id']);
  if (original && post['text'] === '')
    post['text'] = repostText(textIn(original, 'text'), usernameOf(original, making));
  const text = textIn(post, 'text');
  const isRepost = post['reposted_post_id'] !== null;
  const parent = making.row('posts', post['in_reply_to_post_id']);
  post['lang'] ??= guessLanguage(original ? textIn(original, 'text') : text);
  post['entities'] = findEntities(text, isRepost ? mentionsNobody : (name) => making.userId(name));
  post['in_reply_to_user_id'] ??= parent?.['author_id'] ?? null;
  post['conversation_id'] ??= rootOf(post, making);
  post['source'] ??= sourceOf(post, making);
}

const usernameOf = ({ author_id }: Draft, making: Making): string =>
  textIn(making.row('users', author_id), 'username');

/** One of the replies in a circle. */
function rootOf(post: Draft, making: Making): unknown {
  const seen = new Set<Draft>();
  for (let at = post; ;) {
    seen.add(at);
    const parent = making.row('posts', at['in_reply_to_post_id']);
    if (!parent || seen.has(parent)) return at['in_reply_to_post_id'] ?? at['id'];
    if (isText(parent['conversation_id'])) return parent['conversation_id'];
    at = parent;
  }
}

/** An App of its author, otherwise the first of the file. */
function sourceOf({ author_id }: Draft, { rows }: Making): Draft {
  const app = rows.apps.find(({ owner_id }) => owner_id === author_id) ?? rows.apps[0];
  return app
    ? { name: app['name'], url: app['website_url'] }
    : { name: 'Scenario', url: 'https://scenario.example' };
}

function completePoll(post: Draft, making: Making): void {
  const { poll } = post;
  delete post['poll'];
  post['poll_id'] = null;
  if (!isRecord(poll)) return;
  const { options, duration_minutes: minutes, votes, id: given } = poll;
  const at = post['created_at'];
  if (!isList(options) || !isWhole(minutes, 0) || typeof at !== 'number') return;
  const counts = isList(votes) ? votes : [];
  const id = isText(given) ? given : making.idAt(at);
  making.take(id);
  making.add('polls', {
    id,
    options: options.map((label, place) => ({ position: place + 1, label, votes: counts[place] ?? 0 })),
    end_datetime: at + minutes * 60_000,
    duration_minutes: minutes,
  });
  post['poll_id'] = id;
}
