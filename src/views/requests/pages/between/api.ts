/** Changes lists of v2 and of the Catalog API by the API's own calls, as the acting user. */
import { isBrowsed, listIn } from '../../../../parts/shapes.ts';
import { calls, chosen, inserted, isListed, none } from './situation.ts';
import { timeOf } from '../../../../parts/time.ts';
import type { AskedCall } from '../../../../call/own-call.ts';
import type { Change, Situation } from './situation.ts';

type Makes = (situation: Situation) => Change | Promise<Change>;

interface Changes {
  readonly insert: Makes;
  readonly delete: Makes;
}

const me = ({ session }: Situation): string => session.user?.id ?? '';
const isMine = (situation: Situation): boolean => situation.path['id'] === me(situation);

const numbers = Array.from({ length: inserted }, (_, at) => at + 1);
/** A different text each time, because the same text is refused within a day. */
const words = ({ session, endpointId, turn }: Situation, at: number): string =>
  `Between two pages of ${endpointId}, ${timeOf(session.clock.now)}, number ${turn * inserted + at}`;

/** Posts of the acting user, in a list of posts. */
const posts = (body: (situation: Situation) => object, start = ''): Changes => ({
  insert: (situation) =>
    calls(
      numbers.map((at) => ({
        method: 'POST',
        path: '/2/posts',
        body: { text: `${start}${words(situation, at)}`, ...body(situation) },
      })),
      '',
    ),
  async delete(situation) {
    const own = await ownPosts(situation);
    return calls(
      chosen(situation.comparison, (id) => own.has(id)).map((id) => ({
        method: 'DELETE',
        path: `/2/posts/${id}`,
      })),
      'None of these posts is the acting user’s own, and nobody can delete the posts of others.',
    );
  },
});

/** The entries near the end of what was read that can be deleted: only an author may delete a post. */
async function ownPosts(situation: Situation): Promise<ReadonlySet<string>> {
  const { session, comparison } = situation;
  const near = comparison.entries.filter(({ went }) => went === null).slice(-mostLooked);
  const rows = await Promise.all(near.map(({ id }) => session.playground.ask('explorer.look', 'posts', id)));
  return new Set(rows.flatMap((row) => (row?.['author_id'] === me(situation) ? [row.id] : [])));
}
const mostLooked = 60;

/** Whether the acting user may interact with a user: neither has blocked the other, and the user is not protected. */
async function isOpen({ session }: Situation, userId: string): Promise<boolean> {
  const me = session.user?.id ?? '';
  if (userId === me) return true;
  const [between, user] = await Promise.all([
    session.playground.ask('explorer.between', me, userId),
    session.playground.ask('explorer.look', 'users', userId),
  ]);
  return !between.blocks && !between.isBlocked && user?.['protected'] !== true;
}

/** The first of them whom the acting user may interact with. */
async function open<T>(
  situation: Situation,
  all: readonly T[],
  ownerOf: (one: T) => string,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const each of all.slice(0, mostLooked)) {
    if (await isOpen(situation, ownerOf(each))) found.push(each);
    if (found.length === inserted) break;
  }
  return found;
}

/** Marks of the acting user on posts, in the list of the marked posts. */
const marks = (path: string, more: (situation: Situation) => object = () => ({})): Changes => ({
  async insert(situation) {
    if (!isMine(situation)) return none('Only its user changes this list: ask for that of the acting user.');
    const { rows } = await situation.session.playground.ask('explorer.find', 'posts', '', 0, 100);
    const others = rows.filter(({ id }) => !isListed(situation.comparison, id));
    return calls(
      others.slice(0, inserted).map(({ id }) => ({
        method: 'POST',
        path: `/2/users/${me(situation)}/${path}`,
        body: { post_id: id, ...more(situation) },
      })),
      'There is no post that is not in the list already.',
    );
  },
  delete: (situation) =>
    isMine(situation)
      ? calls(
          chosen(situation.comparison).map((id) => ({
            method: 'DELETE',
            path: `/2/users/${me(situation)}/${path}/${id}`,
          })),
          'The list is empty.',
        )
      : none('Only its user changes this list: ask for that of the acting user.'),
});

/** The acting user's mark on one post: they are in the list once, or not at all. */
const onesMark = (path: string): Changes => ({
  insert: (situation) =>
    calls(
      isListed(situation.comparison, me(situation))
        ? []
        : [
            {
              method: 'POST',
              path: `/2/users/${me(situation)}/${path}`,
              body: { post_id: situation.path['id'] },
            },
          ],
      'The acting user is in the list already, and nobody is in it twice.',
    ),
  delete: (situation) =>
    calls(
      isListed(situation.comparison, me(situation))
        ? [{ method: 'DELETE', path: `/2/users/${me(situation)}/${path}/${situation.path['id'] ?? ''}` }]
        : [],
      'The acting user is not in the list, and nobody can take others out of it.',
    ),
});

/** Users whom one call adds to a list and another removes. */
const people = (
  put: (situation: Situation, id: string) => AskedCall,
  take: (situation: Situation, id: string) => AskedCall,
  may: (situation: Situation) => string | null | Promise<string | null>,
): Changes => ({
  async insert(situation) {
    const because = await may(situation);
    if (because !== null) return none(because);
    const { world } = situation.session;
    const others = world.users.filter(
      ({ id }) => id !== me(situation) && !isListed(situation.comparison, id),
    );
    const some = await open(situation, others.toReversed(), ({ id }) => id);
    return calls(
      some.map(({ id }) => put(situation, id)),
      'Everybody is in the list already.',
    );
  },
  async delete(situation) {
    const because = await may(situation);
    return because === null
      ? calls(
          chosen(situation.comparison).map((id) => take(situation, id)),
          'The list is empty.',
        )
      : none(because);
  },
});

async function notTheirList({ session, path }: Situation): Promise<string | null> {
  const list = await session.playground.ask('explorer.look', 'lists', path['id'] ?? '');
  return list?.['owner_id'] === session.user?.id ? null : 'Only the owner of a List changes its members.';
}

/** Messages of the acting user. */
const messages: Changes = {
  insert: (situation) => {
    const { participant_id: other, dm_conversation_id: id } = situation.path;
    const path = other === undefined ? `${id ?? ''}/messages` : `with/${other}/messages`;
    const said = (at: number) => ({ text: words(situation, at) });
    return calls(
      numbers.map((at) => ({ method: 'POST', path: `/2/dm_conversations/${path}`, body: said(at) })),
      '',
    );
  },
  async delete(situation) {
    const { participant_id: other, dm_conversation_id } = situation.path;
    const pair = [me(situation), other ?? ''].sort((one, two) => Number(BigInt(one || 0) - BigInt(two || 0)));
    const id = dm_conversation_id ?? pair.join('-');
    const row = await situation.session.playground.ask('explorer.look', 'conversations', id);
    const events = listIn(row?.['events']).filter(isBrowsed);
    const own = new Set(events.flatMap((each) => (each['sender_id'] === me(situation) ? [each.id] : [])));
    return calls(
      chosen(situation.comparison, (each) => own.has(each)).map((each) => ({
        method: 'DELETE',
        path: `/2/dm_events/${each}`,
      })),
      'None of these messages is the acting user’s own.',
    );
  },
};

/** Things that the Catalog API creates and deletes under one path. */
const ofCatalog = (name: string, made: (situation: Situation, at: number) => object): Changes => ({
  insert: (situation) =>
    calls(
      numbers.map((at) => ({ method: 'POST', path: within(situation, name), body: made(situation, at) })),
      '',
    ),
  delete: (situation) =>
    calls(
      chosen(situation.comparison).map((id) => ({
        method: 'DELETE',
        path: `${within(situation, name)}/${id}`,
      })),
      'The list is empty.',
    ),
});

const within = ({ path }: Situation, name: string): string =>
  `/5/product_catalogs/${path['product_catalog_id'] ?? ''}/${name}`;

const products: Changes = {
  insert(situation) {
    const { shown, given, turn } = situation;
    if (given.has('product_set_id'))
      return none('The list is that of a set: its filters or its merchant say which products are in it.');
    const model = shown.at(-1);
    if (!model) return none('There is nothing here to copy.');
    const fields = Object.fromEntries(
      Object.entries(model).filter(([name, value]) => name !== 'product_key' && value !== null),
    );
    const copies = numbers.map((at) => ({ ...fields, id: `${String(model['id'])}-${turn * inserted + at}` }));
    return calls([{ method: 'PUT', path: within(situation, 'products'), body: { products: copies } }], '');
  },
  delete(situation) {
    const keys = chosen(situation.comparison).flatMap((id) => {
      const { entry } = situation.comparison.entries.find((each) => each.id === id)!;
      return entry['product_key'] ?? [];
    });
    return keys.length === 0
      ? none('The list is empty.')
      : calls([{ method: 'DELETE', path: within(situation, 'products'), body: { product_keys: keys } }], '');
  },
};

const changes: Readonly<Record<string, Changes>> = {
  getHomeTimeline: posts(() => ({})),
  getMentions: {
    ...posts(() => ({})),
    insert: async (situation) => {
      const { session, path } = situation;
      const user = await session.playground.ask('explorer.look', 'users', path['id'] ?? '');
      if (!user) return none('There is no such user who could be mentioned.');
      return posts(() => ({}), `@${String(user['username'])} `).insert(situation);
    },
  },
  getPostsOfUser: {
    ...posts(() => ({})),
    insert: (situation) =>
      isMine(situation)
        ? posts(() => ({})).insert(situation)
        : none('Only its user posts here: ask for the posts of the acting user.'),
  },
  getQuotePosts: posts(({ path }) => ({ quote_post_id: path['id'] })),
  getLikedPosts: marks('likes'),
  getBookmarks: marks('bookmarks'),
  getBookmarksInFolder: marks('bookmarks', ({ path }) => ({ folder_id: path['folder_id'] })),
  getLikingUsers: onesMark('likes'),
  getRepostedBy: onesMark('reposts'),
  getMuting: people(
    (situation, id) => ({
      method: 'POST',
      path: `/2/users/${me(situation)}/muting`,
      body: { target_user_id: id },
    }),
    (situation, id) => ({ method: 'DELETE', path: `/2/users/${me(situation)}/muting/${id}` }),
    (situation) => (isMine(situation) ? null : 'Only its user changes this list.'),
  ),
  getListMembers: people(
    ({ path }, id) => ({
      method: 'POST',
      path: `/2/lists/${path['id'] ?? ''}/members`,
      body: { user_id: id },
    }),
    ({ path }, id) => ({ method: 'DELETE', path: `/2/lists/${path['id'] ?? ''}/members/${id}` }),
    notTheirList,
  ),
  getOwnedLists: {
    insert: (situation) =>
      isMine(situation)
        ? calls(
            numbers.map((at) => ({
              method: 'POST',
              path: '/2/lists',
              body: { name: `Between, ${situation.turn * inserted + at}` },
            })),
            '',
          )
        : none('Only its user makes Lists here: ask for those of the acting user.'),
    delete: (situation) =>
      isMine(situation)
        ? calls(
            chosen(situation.comparison).map((id) => ({ method: 'DELETE', path: `/2/lists/${id}` })),
            'The list is empty.',
          )
        : none('Only the owner of a List deletes it.'),
  },
  getDmEventsWith: messages,
  getDmEventsOfConversation: messages,
  getProducts: products,
  getProductSets: ofCatalog('product_sets', (situation, at) => ({
    ...{ name: words(situation, at), type: 'MANUAL', product_ids: [] },
  })),
  getProductFeeds: ofCatalog('product_feeds', ({ turn }, at) => ({
    feed_url: `https://shop.northwind.example/between-${turn * inserted + at}.csv`,
    ...{ feed_format: 'CSV', frequency: 'DAILY' },
  })),
  getCatalogs: {
    insert: () => none('A user has one catalog at most: there is never a second page of them.'),
    delete: () => none('Deleting a catalog deletes everything in it: use its own call for that.'),
  },
};

/** Why nothing can be inserted into a list or deleted from it. */
const reasons: Readonly<Record<string, string>> = {
  getBlocking: 'No call blocks anybody: people do that themselves.',
  getBookmarkFolders: 'No call makes or removes folders.',
  getDmEvents: 'Every conversation is in this list. Ask for one of them: messages are sent to it.',
  getListMemberships: 'Which Lists somebody is on follows from the members of each List.',
  getListPosts: 'What is listed follows from what the members of the List post.',
  getRepostsOfMe: 'What is listed follows from what others repost.',
  getSpaceBuyers: 'No call changes a Space.',
  getSpacePosts: 'No call changes a Space.',
  getStreamRules: 'The App itself adds and deletes rules, with its bearer token, and no user does.',
  searchAllPosts: 'A search finds what its query says, no matter who posts it.',
  searchRecentPosts: 'A search finds what its query says, no matter who posts it.',
  searchCommunities: 'No call makes or removes communities.',
  searchUsers: 'No call makes or removes users.',
};

const reasonFor = ({ endpointId }: Situation): Change =>
  none(reasons[endpointId] ?? 'No call changes what is in this list.');

export const insertInto = (situation: Situation): Change | Promise<Change> =>
  changes[situation.endpointId]?.insert(situation) ?? reasonFor(situation);

export const deleteFrom = (situation: Situation): Change | Promise<Change> =>
  changes[situation.endpointId]?.delete(situation) ?? reasonFor(situation);
