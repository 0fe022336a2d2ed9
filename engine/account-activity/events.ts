/**
 * Which changes become events, and for which users (choice: activity-told): a user's own actions, and the actions of
 * others that the user can see. No event says that a user was muted, blocked or unfollowed.
 */
import { isOneOf } from '../checked/is.ts';
import { maySee, maySeePostsOf } from '../social/visibility.ts';
import type { World } from '../social/world.ts';
import type { RowChange } from '../state/tables/index.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Pair } from '../state/tables/pairs.ts';
import type { Post } from '../state/tables/posts.ts';
import { mentionedIn } from '../state/tables/posts.ts';
import type { Kind, Notified } from './kinds.ts';
import { besideMessage, messageObject, postObject, userObject } from './objects.ts';

/** Whether the row was inserted or removed. */
type Happened = 'came' | 'went';

interface Context {
  readonly platform: World;
  readonly changes: readonly RowChange[];
  readonly appId: string | null;
}

type Relation = Pair<'source_user_id', 'target_user_id'>;

export const eventTables = ['dm_events', 'posts', 'likes', 'follows', 'blocks', 'mutes'] as const;

/** In the order in which the transaction changed its rows. */
export function* eventsOf(context: Context): Generator<Notified, void, undefined> {
  for (const change of context.changes) if (isOfEvents(change)) yield* read(change, context);
}

type EventTable = (typeof eventTables)[number];

const isOfEvents = (change: RowChange): change is RowChange<EventTable> => isOneOf(eventTables, change.table);

function read<N extends EventTable>(
  { table, before, after }: RowChange<N>,
  context: Context,
): Iterable<Notified> {
  const row = after ?? before;
  return row && !(before && after) ? readers[table](row, after ? 'came' : 'went', context) : [];
}

type Reader<R> = (row: R, happened: Happened, context: Context) => Iterable<Notified>;

const readers: { readonly [N in EventTable]: Reader<NonNullable<RowChange<N>['after']>> } = {
  *dm_events(event, happened, { platform, appId }) {
    if (happened === 'went' || event.event_type !== 'MessageCreate') return;
    const participants = event.holder_ids;
    for (const to of participants)
      yield {
        kind: 'direct_message_events',
        to,
        entry: () => messageObject(event, participants, to, appId, platform),
        beside: () => besideMessage(event, to, participants, appId, platform),
      };
  },

  *posts(post, happened, { platform }) {
    if (happened === 'went') {
      const { id, author_id, reposted_post_id } = post;
      // The repost was removed together with its original, which somebody else deleted.
      if (reposted_post_id !== null && !platform.tables.posts.get(reposted_post_id)) return;
      const timestamp_ms = String(platform.state.now());
      const entry = () => ({ post: { id, author_id }, timestamp_ms });
      yield { kind: 'post_delete_events', to: author_id, entry };
      return;
    }
    const { users } = platform.tables;
    for (const to of concerned(post, platform))
      if (maySee(post, users.must(to), platform.tables))
        yield { kind: 'post_create_events', to, entry: () => postObject(post, platform) };
  },

  *likes({ id, user_id, post_id, at }, happened, { platform }) {
    if (happened === 'went') return;
    const { users, posts } = platform.tables;
    const post = posts.must(post_id);
    const entry = () => ({
      id,
      created_at: new Date(at).toISOString(),
      timestamp_ms: String(at),
      favorited_post: postObject(post, platform),
      user: userObject(user_id, platform),
    });
    for (const to of new Set([user_id, post.author_id]))
      if (maySeePostsOf(users.must(user_id), users.must(to), platform.tables))
        yield { kind: 'favorite_events', to, entry };
  },

  *follows(row, happened, context) {
    const { source_user_id: source, target_user_id: target } = row;
    if (happened === 'came') {
      for (const to of [source, target]) yield related('follow_events', 'follow', row, to, context);
    } else if (!isNowBlocked(source, target, context))
      yield related('follow_events', 'unfollow', row, source, context);
  },

  *blocks(row, happened, context) {
    const type = happened === 'came' ? 'block' : 'unblock';
    yield related('block_events', type, row, row.source_user_id, context);
  },

  *mutes(row, happened, context) {
    const type = happened === 'came' ? 'mute' : 'unmute';
    yield related('mute_events', type, row, row.source_user_id, context);
  },
};

/** Its author and the users whom it mentions, answers, quotes or reposts. */
function concerned(post: Post, { tables }: World): Set<string> {
  const authorOf = (id: string | null) => (id === null ? undefined : tables.posts.get(id)?.author_id);
  const others = [
    ...(mentionedIn(post) ?? []),
    post.in_reply_to_user_id,
    authorOf(post.quoted_post_id),
    authorOf(post.reposted_post_id),
  ];
  return new Set([post.author_id, ...others.filter((id) => typeof id === 'string')]);
}

function related(
  kind: Kind,
  type: string,
  { source_user_id, target_user_id }: Relation,
  to: string,
  { platform }: Context,
): Notified {
  const created_timestamp = String(platform.state.now());
  const entry = () => ({
    type,
    created_timestamp,
    source: userObject(source_user_id, platform),
    target: userObject(target_user_id, platform),
  });
  return { kind, to, entry };
}

/** Whether this transaction makes one of the two block the other. An unfollow event would reveal the block. */
const isNowBlocked = (one: string, other: string, { changes }: Context): boolean =>
  changes.some(
    ({ table, before, after }) =>
      table === 'blocks' &&
      !before &&
      after !== undefined &&
      (after['id'] === pairId(one, other) || after['id'] === pairId(other, one)),
  );
