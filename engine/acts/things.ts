/** What mends a call about something that is not there, or not the caller's. */
import { text } from '../http/messages.ts';
import { changeText, none, put } from './act.ts';
import type { Act } from './act.ts';
import type { Case } from './case.ts';
import { fieldNamed } from './fields.ts';
import { notTheirs } from '../social/lists.ts';
import { noMember } from '../social/posting.ts';
import { apart } from '../social/reach.ts';
import { nearest } from './nearest.ts';
import { use } from './proof.ts';

/** A name that is nearly somebody's; of an id nobody can tell which was meant. */
export function existing(about: Case): Act {
  const [entry] = about.errors;
  const name = typeof entry?.['parameter'] === 'string' ? entry['parameter'] : null;
  if (name === null) return none('The answer does not say what was looked for.');
  const field = fieldNamed(about, name);
  const value = typeof entry?.['value'] === 'string' ? entry['value'] : '';
  const names = Array.from(about.state.tables.users.values(), ({ username }) => username);
  const meant = name.includes('username') ? nearest(value, names) : null;
  return meant ? put(field, meant) : changeText(field);
}

/** The user whose it is, or one's own id where one acts for oneself alone. */
export function own(about: Case): Act {
  const { endpoint, user, app, state, exchange } = about;
  if (!endpoint || !user || !app) return none('The App or the user is not there any more.');
  const params = Object.keys(endpoint.params);
  const { posts, lists } = state.tables;
  const path = paramsOf(about);
  if (about.line.text.includes(apart))
    return none('While one of the two blocks the other, nothing mends it.');
  if (about.line.text.includes(notTheirs))
    return none('A user pins lists of their own and lists that they follow: follow it first.');
  if (about.line.text.includes(noMember)) return none('Only members of the community post and reply there.');
  const list = endpoint.path.startsWith('/2/lists/') && lists.get(path['id'] ?? '');
  if (list) return use(['oauth1'], app.id, list.owner_id);
  const post = posts.get(path['id'] ?? path['post_id'] ?? '');
  if (post && endpoint.path.includes('/posts/')) {
    const author = endpoint.id === 'hideReply' ? post.in_reply_to_user_id : post.author_id;
    return author ? use(['oauth1'], app.id, author) : none('The user whose it is, is not there any more.');
  }
  const source = params.find((name) => name === 'id' || name === 'source_user_id');
  if (source && state.tables.users.get(path[source] ?? '') && path[source] !== user.id)
    return put(`path.${source}`, user.id);
  if (text(exchange.request.body ?? new Uint8Array()).includes('in_reply_to_post_id'))
    return none('Only the author of that post decides who may reply to it.');
  return none('It belongs to somebody else, and only they can do this.');
}

/** The values of the path's parameters. */
export function paramsOf({ endpoint, url }: Case): Readonly<Record<string, string>> {
  const steps = (url?.path ?? '').split('/');
  const pattern = (endpoint?.path ?? '').split('/');
  const ahead = Math.max(0, steps.length - pattern.length);
  return Object.fromEntries(
    pattern.flatMap((step, at) =>
      step.startsWith(':') ? [[step.slice(1), decodeURIComponent(steps[at + ahead] ?? '')]] : [],
    ),
  );
}
