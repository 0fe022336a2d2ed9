/**
 * The world that people see first: an owner with an App on every plan and in every standing, three more users, and
 * some posts. Names and texts are ours; keys come from the seed.
 */
import { atLeast, itemAt, known, valueOf } from '../checked/known.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import { bearerOf, issueUserToken } from '../auth/tokens.ts';
import type { Plan } from '../spec/plans.ts';
import type { Credential } from '../auth/credentials.ts';
import { follow } from '../social/follows.ts';
import { openGroup, pairOf, say } from '../social/conversations.ts';
import { insertPost } from '../social/posts.ts';
import type { NewPost } from '../social/posts.ts';
import { isConfidential } from '../spec/app-types.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { OAuth2Type } from '../spec/app-types.ts';
import type { Post } from '../state/tables/posts.ts';
import type { StateView, Write } from '../state/state.ts';
import type { Scenario } from './scenario.ts';

interface Person {
  readonly username: string;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly verified?: boolean;
}

const people: readonly Person[] = [
  {
    username: 'mira_holm',
    name: 'Mira Holm',
    description: 'Builds Northwind Reader. Reads too much, posts too little.',
    location: 'Bergen',
    verified: true,
  },
  {
    username: 'jonas_berg',
    name: 'Jonas Berg',
    description: 'Backend, bread and long bicycle rides.',
    location: 'Leipzig',
  },
  {
    username: 'aiko_tan',
    name: 'Aiko Tan 丹愛子',
    description: 'Maps and type. 地図と文字。',
    location: 'Kōbe',
    verified: true,
  },
  {
    username: 'sam_ode',
    name: 'Samuel Ọdẹ',
    description: 'Tests things until they break, then writes down how.',
    location: 'Lagos',
  },
];

/** Id of the first user; the others follow. */
const firstUserId = 2244994945n;

const projects: readonly { name: string; plan: Plan }[] = [
  { name: 'Northwind', plan: 'pro' },
  { name: 'Harbour', plan: 'basic' },
  { name: 'Lantern', plan: 'free' },
  { name: 'Atlas', plan: 'enterprise' },
];

interface AppPlan {
  readonly name: string;
  readonly description: string;
  /** null for a Standalone App. */
  readonly project: string | null;
  readonly permission: PermissionLevel;
  readonly type: OAuth2Type;
  /** Users who approved it, besides the owner. */
  readonly users?: readonly string[];
  readonly emailToggle?: true;
  /** Sign in with the service. */
  readonly signIn?: true;
  readonly suspended?: true;
}

const appPlans: readonly AppPlan[] = [
  {
    name: 'Northwind Reader',
    description: 'Reads timelines aloud',
    project: 'Northwind',
    permission: 'read-write',
    type: 'web',
    users: ['jonas_berg', 'aiko_tan', 'sam_ode'],
    emailToggle: true,
    signIn: true,
  },
  {
    name: 'Northwind Viewer',
    description: 'Shows posts on a wall; never writes',
    project: 'Northwind',
    permission: 'read',
    type: 'spa',
    users: ['jonas_berg'],
  },
  {
    name: 'Northwind Courier',
    description: 'Answers Direct Messages',
    project: 'Northwind',
    permission: 'read-write-directmessages',
    type: 'native',
    users: ['aiko_tan'],
  },
  {
    name: 'Harbour Desk',
    description: 'A help desk for a small harbour',
    project: 'Harbour',
    permission: 'read-write',
    type: 'web',
    users: ['jonas_berg', 'sam_ode'],
  },
  {
    name: 'Gale Feed',
    description: 'Posted the wind, far too often',
    project: 'Harbour',
    permission: 'read-write',
    type: 'bot',
    suspended: true,
  },
  {
    name: 'Lantern Bot',
    description: 'One post an evening',
    project: 'Lantern',
    permission: 'read-write',
    type: 'bot',
    users: ['aiko_tan'],
  },
  {
    name: 'Atlas Insight',
    description: 'Counts what is said about places',
    project: 'Atlas',
    permission: 'read-write',
    type: 'web',
  },
  {
    name: 'Pocket Sketch',
    description: 'A first try, in no Project yet',
    project: null,
    permission: 'read-write',
    type: 'native',
  },
];

/** Who follows whom. */
const follows: readonly (readonly [string, string])[] = [
  ['jonas_berg', 'mira_holm'],
  ['aiko_tan', 'mira_holm'],
  ['sam_ode', 'mira_holm'],
  ['mira_holm', 'aiko_tan'],
  ['mira_holm', 'sam_ode'],
  ['sam_ode', 'jonas_berg'],
];

/** A post by its author, hours after the first; `reply` and `quote` name earlier posts by their place in the list. */
interface Said extends Omit<NewPost, 'reply' | 'quote_post_id'> {
  readonly by: string;
  readonly after: number;
  readonly reply?: number;
  readonly quote?: number;
}

const firstPostAt = Date.UTC(2026, 1, 9, 8, 30);

const said: readonly Said[] = [
  {
    by: 'mira_holm',
    after: 0,
    text: 'Northwind Reader is out: it reads your timeline aloud while you cook. https://northwind.example/hello',
  },
  { by: 'jonas_berg', after: 1, text: 'Congratulations @mira_holm! Does it do recipes as well?', reply: 0 },
  {
    by: 'mira_holm',
    after: 1.5,
    text: '@jonas_berg Only the ones that people post. Send more #bread.',
    reply: 1,
  },
  { by: 'aiko_tan', after: 5, text: '地図の文字は、道に沿って曲がるとき一番美しい。 #typography' },
  { by: 'sam_ode', after: 9, text: 'Today I broke a parser with one lone % sign. It deserved it.' },
  { by: 'mira_holm', after: 22, text: 'A rate limit is a promise in both directions.' },
  { by: 'sam_ode', after: 23, text: 'Framed.', quote: 5 },
  {
    by: 'jonas_berg',
    after: 30,
    text: 'Which should the reader learn next?',
    poll: { options: ['Recipes', 'Bus times', 'Poems', 'Silence'], duration_minutes: 10080 },
  },
  { by: 'aiko_tan', after: 31, text: 'Poems, please. Short ones.', reply: 7 },
  {
    by: 'mira_holm',
    after: 48,
    text: 'Signing a request by hand once teaches more than a library does in a year. #oauth',
  },
  {
    by: 'sam_ode',
    after: 49,
    text: 'Counter-point: signing it by hand forty times teaches patience. #oauth',
    reply: 9,
  },
  {
    by: 'aiko_tan',
    after: 60,
    text: 'New sheet of the harbour map, with every crane named: https://maps.example/harbour?sheet=4&ink=blue',
  },
  { by: 'mira_holm', after: 71, text: 'Release notes are letters to people you have not met.' },
  { by: 'jonas_berg', after: 80, text: '72 km against the wind, 72 km with it. The average is still tired.' },
  {
    by: 'mira_holm',
    after: 96,
    text: 'If the clock of your server is five minutes off, your signatures are five minutes wrong.',
  },
  { by: 'sam_ode', after: 97, text: 'Learned this one at 3 in the morning, thank you.', reply: 14 },
  { by: 'aiko_tan', after: 120, text: 'Ligatures are handshakes between letters. 🤝' },
  {
    by: 'mira_holm',
    after: 130,
    text: 'Only people I follow may answer this one. Peace and quiet.',
    reply_settings: 'following',
  },
  {
    by: 'jonas_berg',
    after: 140,
    text: 'The bread is out of the oven. No photograph could tell you. #bread',
  },
  {
    by: 'mira_holm',
    after: 170,
    text: 'Café, naïve, Ångström: if your encoding survives these three, go home early.',
  },
];

/** Conversations, each as its people and what they said, hours after the first post; the first of a group opens it. */
const conversations: readonly {
  between: readonly string[];
  said: readonly (readonly [by: string, after: number, text: string])[];
}[] = [
  {
    between: ['mira_holm', 'aiko_tan'],
    said: [
      ['mira_holm', 200, 'Your harbour sheet is lovely. May the reader read it aloud?'],
      ['aiko_tan', 200.5, 'If it says the cranes by name.'],
      ['mira_holm', 201, 'Every one of them.'],
    ],
  },
  {
    between: ['sam_ode', 'mira_holm'],
    said: [
      ['sam_ode', 220, 'I broke the PIN flow again. Coffee?'],
      ['mira_holm', 220.2, 'Write down how, then coffee.'],
    ],
  },
  {
    between: ['aiko_tan', 'mira_holm', 'jonas_berg'],
    said: [
      ['aiko_tan', 240, 'By bicycle to the harbour on Saturday?'],
      ['jonas_berg', 241, 'With the wind, gladly.'],
    ],
  },
];

export const starter: Scenario = {
  name: 'starter',
  populations: ['starter', 'ads'],
  build(write, state) {
    const users = new Map(people.map((person, index) => [person.username, insertUser(person, index, write)]));
    const projectIds = new Map(
      projects.map((project, index) => [
        project.name,
        insertProject(project, index, valueOf(users, 'mira_holm'), write),
      ]),
    );
    const initialCredentials: Credential[] = [];
    const apps = appPlans.map((plan, index) =>
      insertApp(plan, index, users, projectIds, state, write, initialCredentials),
    );
    for (const [source, target] of follows)
      follow(valueOf(users, source).id, valueOf(users, target).id, firstPostAt, write);
    const posts: Post[] = [];
    for (const { by, after, reply, quote, ...rest } of said)
      posts.push(
        insertPost(
          {
            ...rest,
            ...(reply !== undefined && { reply: { in_reply_to_post_id: itemAt(posts, reply).id } }),
            ...(quote !== undefined && { quote_post_id: itemAt(posts, quote).id }),
          },
          valueOf(users, by),
          itemAt(apps, 0),
          state,
          write,
          firstPostAt + after * 3_600_000,
        ),
      );
    write.users.update(valueOf(users, 'mira_holm').id, { pinned_post_id: itemAt(posts, 0).id });
    for (const conversation of conversations) insertConversation(conversation, users, state, write);
    insertNotice(
      known(
        apps.find(({ suspended }) => suspended),
        'suspended App',
      ),
      valueOf(users, 'mira_holm'),
      state,
      write,
    );
    return initialCredentials;
  },
};

function insertUser(person: Person, index: number, write: Write): User {
  return write.users.insert({
    id: String(firstUserId + BigInt(index)),
    username: person.username,
    name: person.name,
    email: `${person.username}@mail.example`,
    password: `${itemAt(person.username.split('_'), 0)}-harbour-${7 + index}`,
    created_at: Date.UTC(2024, 3 + index, 12, 9),
    description: person.description,
    location: person.location,
    url: `https://${person.username.replace('_', '-')}.example`,
    verified: person.verified ?? false,
    protected: false,
    pinned_post_id: null,
  });
}

function insertProject(
  { name, plan }: { name: string; plan: Plan },
  index: number,
  owner: User,
  write: Write,
): string {
  return write.projects.insert({ id: String(1700 + index), name, owner_id: owner.id, plan }).id;
}

function insertApp(
  plan: AppPlan,
  index: number,
  users: ReadonlyMap<string, User>,
  projectIds: ReadonlyMap<string, string>,
  state: StateView,
  write: Write,
  initialCredentials: Credential[],
): App {
  const owner = valueOf(users, 'mira_holm');
  const slug = plan.name.toLowerCase().replaceAll(' ', '-');
  const app = write.apps.insert({
    id: String(26001 + index),
    name: plan.name,
    description: plan.description,
    website_url: `https://${slug}.example`,
    owner_id: owner.id,
    project_id: plan.project === null ? null : valueOf(projectIds, plan.project),
    consumer_key: state.random.alphanumeric(25),
    consumer_secret: state.random.alphanumeric(50),
    permission: plan.permission,
    oauth1: true,
    oauth2: true,
    email_toggle: plan.emailToggle ?? false,
    oauth2_type: plan.type,
    client_id: state.random.alphanumeric(34),
    client_secret: isConfidential(plan.type) ? state.random.alphanumeric(50) : null,
    callback_urls: [`https://${slug}.example/callback`, 'http://127.0.0.1:8080/callback'],
    sign_in: plan.signIn ?? false,
    terms_url: `https://${slug}.example/terms`,
    privacy_url: `https://${slug}.example/privacy`,
    icon: '',
    organization_name: 'Holm Works',
    organization_url: 'https://holm-works.example',
    purpose: plan.description,
    suspended: plan.suspended ?? false,
  });
  const { consumer_key, consumer_secret } = app;
  const common = { appId: app.id, appName: app.name };
  initialCredentials.push({ ...common, id: `${app.id}-basic`, kind: 'basic', consumer_key, consumer_secret });
  const { client_id, client_secret } = app;
  initialCredentials.push({ ...common, id: `${app.id}-client`, kind: 'client', client_id, client_secret });
  initialCredentials.push({
    ...common,
    id: `${app.id}-app`,
    kind: 'app',
    bearer_token: bearerOf(app, state, write).access_token,
  });
  for (const user of [owner, ...(plan.users ?? []).map((name) => valueOf(users, name))]) {
    const { oauth_token, oauth_token_secret, permission } = issueUserToken(
      app,
      user,
      app.permission,
      state,
      write,
    );
    initialCredentials.push({
      ...common,
      id: `${app.id}-oauth1-${user.id}`,
      kind: 'oauth1',
      consumer_key,
      consumer_secret,
      oauth_token,
      oauth_token_secret,
      userId: user.id,
      username: user.username,
      permission,
    });
  }
  return app;
}

function insertConversation(
  { between, said: lines }: (typeof conversations)[number],
  users: ReadonlyMap<string, User>,
  state: StateView,
  write: Write,
): void {
  const [first, second, ...more] = atLeast(
    between.map((username) => valueOf(users, username).id),
    2,
  );
  const at = (after: number) => ({ state, write, at: firstPostAt + after * 3_600_000 });
  const begun = at(itemAt(lines, 0)[1]);
  const conversation =
    more.length > 0 ? openGroup(first, [second, ...more], begun) : pairOf(first, second, begun);
  for (const [by, after, text] of lines) say(text, conversation, valueOf(users, by).id, at(after));
}

/** 2.5: notices about an App go to the e-mail address of its owner's account. */
function insertNotice(app: App, owner: User, state: StateView, write: Write): void {
  write.notices.insert({
    id: state.nextId(),
    user_id: owner.id,
    email: owner.email,
    at: state.now(),
    subject: `${app.name} is suspended`,
    text: `${app.name} broke the developer terms: it posted the same text every minute. Its keys and tokens are refused until the suspension is lifted.`,
  });
}
