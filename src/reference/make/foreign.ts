/** How each call meets "not yours": with an act of another user before it. */
import type { RehearsedStep } from '../../../worker/api.ts';
import type { Recipe, Steps } from './recipe.ts';
import type { Changes, Scene } from './scene.ts';

export const noOtherUser = 'This world has no second user.';

/** A situation in which a call is refused; `other` is another user than the App's owner. */
type Situation = (scene: Scene, other: string) => Steps;

const as = ({ order, app }: Scene, user: string): RehearsedStep => order('portal.allow', app.id, user);
const again = ({ order, app }: Scene): RehearsedStep => order('portal.regenerate', app.id, 'oauth1');
const blocks = ({ order, app }: Scene, other: string): RehearsedStep =>
  order('users.setBlocked', other, app.ownerId, true);
const byUser = { by: { kind: 'oauth1' } } as const;
const ofPost = { ...byUser, filled: { POST: ['post', 'id'] } } as const satisfies Changes;
const ofList = { ...byUser, filled: { LIST: ['list', 'id'] } } as const satisfies Changes;

/** Another user makes a post and blocks the App's owner, who then acts on it. */
const blockedPost =
  (act: (scene: Scene) => RehearsedStep): Situation =>
  (scene, other) => [
    as(scene, other),
    scene.post('The ferry leaves at nine', 'post'),
    blocks(scene, other),
    again(scene),
    act(scene),
  ];

const readsPost = blockedPost((scene) => scene.with({ id: 'POST' }, ofPost));
const readsUser: Situation = (scene, other) => [blocks(scene, other), scene.with({ id: other }, byUser)];

/** The App's owner makes a list, and another user acts on it. */
const anotherList: Situation = (scene, other) => [
  scene.sendJson('/2/lists', { name: 'The quay' }, { keep: 'list' }),
  as(scene, other),
  scene.with({ ...scene.endpoint.example.path, id: 'LIST' }, ofList),
];

/** By the id of the call. All others name the acting user in their path. */
const situations: Readonly<Partial<Record<string, readonly [first: string, Situation]>>> = {
  getPost: ['Another user makes a post and blocks the App’s owner.', readsPost],
  getQuotePosts: ['Another user makes a post and blocks the App’s owner.', readsPost],
  getLikingUsers: ['Another user makes a post and blocks the App’s owner.', readsPost],
  getRepostedBy: ['Another user makes a post and blocks the App’s owner.', readsPost],
  createPost: [
    'Another user makes a post and blocks the App’s owner, who then replies to it.',
    blockedPost(({ send }) =>
      send({ ...ofPost, json: { text: 'At nine?', reply: { in_reply_to_post_id: 'POST' } } }),
    ),
  ],
  getPostsOfUser: ['Another user blocks the App’s owner, who then asks for their posts.', readsUser],
  getLikedPosts: ['Another user blocks the App’s owner, who then asks for what they like.', readsUser],
  deletePost: [
    'The App’s owner makes a post, which another user then deletes.',
    (scene, other) => [
      scene.post('The ferry leaves at nine', 'post'),
      as(scene, other),
      scene.with({ id: 'POST' }, ofPost),
    ],
  ],
  hideReply: [
    'The App’s owner makes a post and replies to it; then another user hides that reply.',
    (scene, other) => [
      scene.post('The ferry leaves at nine', 'post'),
      scene.sendJson(
        '/2/posts',
        { text: 'At nine?', reply: { in_reply_to_post_id: 'POST' } },
        { ...ofPost, keep: 'post' },
      ),
      as(scene, other),
      scene.with({ post_id: 'POST' }, ofPost),
    ],
  ],
  updateList: ['The App’s owner makes a list, which another user then changes.', anotherList],
  deleteList: ['The App’s owner makes a list, which another user then deletes.', anotherList],
  addListMember: ['The App’s owner makes a list, to which another user then adds somebody.', anotherList],
  removeListMember: [
    'The App’s owner makes a list, from which another user then takes somebody.',
    anotherList,
  ],
  sendDmToUser: [
    'Another user blocks the App’s owner, who then writes to them.',
    (scene, other) => [blocks(scene, other), scene.with({ participant_id: other }, byUser)],
  ],
  sendDmToConversation: [
    'The App’s owner writes to another user, who then blocks them.',
    (scene, other) => [
      scene.sendJson(
        `/2/dm_conversations/with/${other}/messages`,
        { text: 'At nine?' },
        { keep: 'conversation' },
      ),
      blocks(scene, other),
      scene.with(
        { dm_conversation_id: 'CONVERSATION' },
        { ...byUser, filled: { CONVERSATION: ['conversation', 'dm_conversation_id'] } },
      ),
    ],
  ],
  createDmGroup: [
    'Another user blocks the App’s owner, who then opens a group with them.',
    (scene, other) => {
      const third = scene.somebodyMore;
      if (third === null) return 'This world has no third user.';
      const json = {
        conversation_type: 'Group',
        participant_ids: [other, third],
        message: { text: 'At nine?' },
      };
      return [blocks(scene, other), scene.send({ ...byUser, json })];
    },
  ],
  getSpaceBuyers: [
    'Another user signs in to the App.',
    (scene, other) => [as(scene, other), scene.send(byUser)],
  ],
  uploadComplianceIds: ['Sends the ids once, which closes the job.', ({ send }) => [send(), send()]],
};

/** For the call with this id. */
export function foreignResource(id: string): Recipe {
  const [first = null, situation = inPath] = situations[id] ?? [];
  return {
    first,
    sends:
      first === null ? 'Sends the example with another user’s id in the path.' : 'Sends the example for it.',
    steps: (scene) => {
      const other = scene.somebodyElse;
      return other === null ? noOtherUser : situation(scene, other);
    },
  };
}

function inPath({ asSomebodyElse, send }: Scene): Steps {
  const url = asSomebodyElse();
  return url === null ? 'The path of this call names no user.' : [send({ ...byUser, url })];
}
