/** What fixes a call about something that is not the caller's: who owns it, who may see it, or what has to be done first. */
import { originalOf } from '../social/reposts.ts';
import { maySeePostsOf } from '../social/visibility.ts';
import type { RefusalReason } from '../spec/reasons.ts';
import type { User } from '../state/tables/accounts.ts';
import { none, put } from './act.ts';
import type { Act, Advice } from './act.ts';
import type { Case } from './case.ts';
import { use } from './proof.ts';
import { paramsOf } from './things.ts';

type Path = Readonly<Record<string, string>>;
type Reason = (about: Case, path: Path) => { readonly what: string; readonly act: Act };

const fixed = (what: string, because: string): Reason => {
  const reason = { what, act: none(because) };
  return () => reason;
};

const byReason: Readonly<Partial<Record<RefusalReason, Reason>>> = {
  blocked: fixed(
    'One of the two users blocks the other',
    'No change of the call fixes it while the block lasts: the user who blocks can end it, in World.',
  ),
  listNotFollowed: fixed(
    'This user neither owns nor follows the list',
    'A user pins lists of their own and lists that they follow: follow it first.',
  ),
  notAMember: fixed(
    'This user is not a member of the community',
    'Only members of the community post and reply there.',
  ),
  replyNotAllowed: fixed(
    'This user may not reply to the post',
    'Only the author of that post decides who may reply to it.',
  ),
  notOneself: oneself,
  notVisible: hidden,
};

const anotherJob = 'Make another job: it comes with new addresses.';

/** By endpoint, where only one reason is left. */
const byEndpoint: Readonly<Record<string, Reason>> = {
  hideReply: (about, { post_id = '' }) => ({
    what: 'Only the author of a post hides the replies to it',
    act: as(about, about.state.tables.posts.get(post_id)?.in_reply_to_user_id),
  }),
  getSpaceBuyers: (about, { id = '' }) => ({
    what: 'Only the creator of the Space may see who bought a ticket',
    act: as(about, about.state.tables.spaces.get(id)?.creator_id),
  }),
  updateList: ofList,
  deleteList: ofList,
  addListMember: ofList,
  removeListMember: ofList,
  uploadComplianceIds: ({ state }, { job_id = '' }) =>
    state.tables.compliance_jobs.get(job_id)?.uploaded == null
      ? { what: 'The time for sending ids is over', act: none(anotherJob) }
      : {
          what: 'The job takes no more ids',
          act: none(`A job takes its ids once, a resumable one while it is worked on. ${anotherJob}`),
        },
};

/** Names the reason, and what fixes it. */
export function notTheCallers(about: Case): Advice {
  const { reason: stated } = about.line;
  const reason = (stated && byReason[stated]) ?? byEndpoint[about.endpoint?.id ?? ''] ?? ofPost;
  return { ...reason(about, paramsOf(about)), why: null };
}

/** Makes the call as this user, by a kind of credentials that acts for one. */
function as({ endpoint, app }: Case, userId: string | null | undefined): Act {
  if (!endpoint || !app || !userId) return none('The App or the owner no longer exists.');
  const kinds = endpoint.auth.filter((kind) => kind === 'oauth1' || kind === 'oauth2');
  return use(kinds, app.id, userId);
}

const owned = (about: Case, owner: string | undefined) => ({
  what: 'This belongs to another user',
  act: as(about, owner),
});

/** Only the owner of a list may change it and its members. */
function ofList(about: Case, { id = '' }: Path) {
  return owned(about, about.state.tables.lists.get(id)?.owner_id);
}

function ofPost(about: Case, { id = '' }: Path) {
  return owned(about, about.state.tables.posts.get(id)?.author_id);
}

/** The caller's own id, where a user may act only for themselves. */
function oneself({ user }: Case, path: Path) {
  const name = Object.hasOwn(path, 'source_user_id') ? 'source_user_id' : 'id';
  return {
    what: 'The path names a user other than the caller',
    act: user ? put(`path.${name}`, user.id) : none('The user no longer exists.'),
  };
}

/** Posts of a protected user, or of one who blocks the caller. */
function hidden(about: Case) {
  const author = hiddenAuthor(about);
  const name = author ? `@${author.username}` : 'The author';
  const what = author?.protected ? `The posts of ${name} are protected` : `${name} blocks this user`;
  // A GET may be made as the author; likes, reposts and replies are made as the user themselves.
  if (about.exchange.request.method === 'GET') return { what, act: as(about, author?.id) };
  const way = author?.protected
    ? `Only followers whom ${name} accepted see them: follow, and be accepted, first.`
    : 'No change of the call fixes it while the block lasts.';
  return { what, act: none(way) };
}

/** The author of the posts. A repost is hidden together with its original. */
function hiddenAuthor({ errors: [entry], state: { tables }, user }: Case): User | undefined {
  const id = String(entry?.['resource_id']);
  if (entry?.['resource_type'] === 'user') return tables.users.get(id);
  const post = tables.posts.get(id);
  const author = post && tables.users.get(post.author_id);
  return author && maySeePostsOf(author, user, tables)
    ? tables.users.get(originalOf(post, tables.posts).author_id)
    : author;
}
