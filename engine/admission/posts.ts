/** Posts and polls (choices: fields, reposts). */
import { PollMinutes, PollOptions, PostText, repeatedOption } from '../social/inputs.ts';
import { parse } from '../spec/parse.ts';
import { longestPost } from '../spec/posts.ts';
import type { RowFlaw } from '../state/store/spec.ts';
import type { Entities, Poll, Post } from '../state/tables/posts.ts';
import { demand, firstOf, made, setBy, typed } from './door.ts';
import type { Admission, Objection } from './door.ts';
import { bySchema, line, matching, moment, website } from './values.ts';

const text = bySchema(PostText);
const sourceName = line(64);

/** `RP @fifteen_letters: ` before the original. */
const longestRepost = longestPost + 21;

const source: Objection<Post['source']> = ({ name, url }) => {
  const named = sourceName(name) ?? website(url);
  return named === null ? null : `is not an App: the name or the website ${named}`;
};

export const posts: Admission<Post> = {
  doors: {
    id: typed,
    author_id: typed,
    text: setBy(['createPost', 'repostPost']),
    created_at: moment,
    conversation_id: typed,
    in_reply_to_post_id: setBy('createPost'),
    in_reply_to_user_id: typed,
    quoted_post_id: setBy('createPost'),
    reposted_post_id: setBy('repostPost'),
    poll_id: setBy('createPost'),
    community_id: setBy('createPost'),
    reply_settings: setBy('createPost'),
    lang: made(matching(/^[a-z]{2,3}$/, 'a language of two or three letters')),
    entities: typed,
    hidden: setBy('hideReply'),
    source: setBy('portal.updateApp', source),
  },
  row: (post) => firstOf(textFlaw(post), entitiesFlaw(post)),
};

function textFlaw({ text: said, reposted_post_id, quoted_post_id, poll_id }: Post): RowFlaw | null {
  if (reposted_post_id !== null)
    return demand([...said].length <= longestRepost, 'text', 'is too long for a repost');
  // A quote or a poll needs no text.
  if (said === '' && (quoted_post_id !== null || poll_id !== null)) return null;
  const words = text(said);
  return words === null ? null : ['text', words];
}

/** Entities must match the text at their positions. */
function entitiesFlaw({ text: said, entities }: Post): RowFlaw | null {
  if (entities === null) return null;
  const characters = [...said];
  const stands = ({ start, end }: { readonly start: number; readonly end: number }, what: string) =>
    characters.slice(start, end).join('') === what;
  const { mentions = [], hashtags = [], urls = [] }: Entities = entities;
  if (!mentions.every((each) => stands(each, `@${each.username}`)))
    return ['entities', 'mention nobody of the text'];
  if (!hashtags.every((each) => stands(each, `#${each.tag}`)))
    return ['entities', 'have a hashtag that the text lacks'];
  return demand(
    urls.every((each) => /^https?:\/\//.test(each.url) && stands(each, each.url)),
    'entities',
    'have an address that the text lacks',
  );
}

const options: Objection<Poll['options']> = (given) => {
  const labels = given.map(({ label }) => label);
  if (given.some(({ position }, at) => position !== at + 1)) return 'are not numbered from 1';
  if (!labels.every((label) => label.isWellFormed())) return 'have half of a surrogate pair';
  if (repeatedOption(labels) !== undefined) return 'have the same twice';
  const parsed = parse(PollOptions, labels);
  return parsed.success ? null : 'are not 2 to 4 options as createPost takes them';
};

export const polls: Admission<Poll> = {
  doors: {
    id: typed,
    options: setBy('createPost', options),
    end_datetime: moment,
    duration_minutes: setBy('createPost', bySchema(PollMinutes)),
  },
};
