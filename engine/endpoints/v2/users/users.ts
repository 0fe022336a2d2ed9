import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import type { Principal } from '../../../declaration/principal.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { limits } from '../../../spec/limits.ts';
import { described, Id, listOf, object, optional, Username } from '../../../spec/fields.ts';
import type { Services } from '../../../declaration/services.ts';
import { notFound, Renderer } from '../../../social/renderer.ts';
import type { Selection } from '../../../social/renderer.ts';
import { Includes, one, PartialError, UserObject, userSelection } from '../../../social/schemas.ts';
import type { User } from '../../../state/tables/accounts.ts';

const Users = object({
  data: optional(listOf(UserObject)),
  includes: optional(Includes),
  errors: optional(listOf(PartialError)),
});

const lookupLimits = limits('900 U, 300 A', '100/24h U, 500/24h A', '1/24h U, 1/24h A');

export const getMe = endpoint({
  id: 'getMe',
  api: v2,
  method: 'GET',
  path: '/2/users/me',
  section: '8.3',
  summary: 'Show the acting user',
  description:
    'Returns the user whom the token acts for. It is the simplest call to check that user credentials work.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('75 U', '250/24h U', '25/24h U'),
  choices: ['envelope', 'fields', 'email-consent', 'profile-image', 'post-metrics', 'protected-posts'],
  query: userSelection,
  answers: { 200: json(one(UserObject)) },
  refuses: [],
  example: { query: { 'user.fields': 'created_at,pinned_post_id' } },
  // The metrics count other users. Everything else is in the user's own row.
  needsNobody: ({ 'user.fields': fields, expansions }) => !expansions && !fields?.includes('public_metrics'),
  handle({ principal, query }, platform) {
    return answerOne(principal.user, query, principal, platform);
  },
});

export const getUsers = endpoint({
  id: 'getUsers',
  api: v2,
  method: 'GET',
  path: '/2/users',
  section: '8.3',
  summary: 'Look up users by their ids',
  description:
    'Returns up to 100 users in the order of their ids in the call. Users who do not exist are listed in `errors`, beside those that were found.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: lookupLimits,
  choices: [
    'envelope',
    'fields',
    'email-consent',
    'v2-404',
    'profile-image',
    'post-metrics',
    'protected-posts',
  ],
  query: { ids: described(listOf(Id, 100), '1 to 100 ids of users, separated by commas'), ...userSelection },
  answers: { 200: json(Users) },
  refuses: [],
  example: { query: { ids: '2244994945,2244994946' } },
  handle({ principal, query }, platform) {
    return answerMany(query.ids, 'ids', (id) => platform.tables.users.get(id), query, principal, platform);
  },
});

export const getUser = endpoint({
  id: 'getUser',
  api: v2,
  method: 'GET',
  path: '/2/users/:id',
  section: '8.3',
  summary: 'Look up a user by id',
  description: 'Returns one user. Ask for more than id, name and username with `user.fields`.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: lookupLimits,
  choices: [
    'envelope',
    'fields',
    'email-consent',
    'v2-404',
    'profile-image',
    'post-metrics',
    'protected-posts',
  ],
  params: { id: described(Id, 'Id of the user') },
  query: userSelection,
  answers: { 200: json(one(UserObject)) },
  refuses: ['resourceNotFound'],
  example: { path: { id: '2244994945' } },
  handle({ principal, path, query }, platform) {
    const user = platform.tables.users.get(path.id);
    return user ? answerOne(user, query, principal, platform) : notFound('user', 'id', path.id, platform);
  },
});

export const getUsersByUsernames = endpoint({
  id: 'getUsersByUsernames',
  api: v2,
  method: 'GET',
  path: '/2/users/by',
  section: '8.3',
  summary: 'Look up users by their usernames',
  description:
    'Returns up to 100 users by their usernames, in any letter case. Usernames that nobody has are listed in `errors`.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: lookupLimits,
  choices: [
    'envelope',
    'fields',
    'email-consent',
    'v2-404',
    'profile-image',
    'post-metrics',
    'protected-posts',
  ],
  query: {
    usernames: described(listOf(Username, 100), '1 to 100 usernames, separated by commas'),
    ...userSelection,
  },
  answers: { 200: json(Users) },
  refuses: [],
  example: { query: { usernames: 'mira_holm,jonas_berg' } },
  handle({ principal, query }, platform) {
    return answerMany(
      query.usernames,
      'usernames',
      (name) => byName(name, platform),
      query,
      principal,
      platform,
    );
  },
});

export const getUserByUsername = endpoint({
  id: 'getUserByUsername',
  api: v2,
  method: 'GET',
  path: '/2/users/by/username/:username',
  section: '8.3',
  summary: 'Look up a user by username',
  description:
    'Returns one user by username, in any letter case. Ask for more than id, name and username with `user.fields`.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('900 U, 300 A', '100/24h U, 500/24h A', '3 U, 3 A'),
  choices: [
    'envelope',
    'fields',
    'email-consent',
    'v2-404',
    'profile-image',
    'post-metrics',
    'protected-posts',
  ],
  params: { username: described(Username, 'Username, in any letter case') },
  query: userSelection,
  answers: { 200: json(one(UserObject)) },
  refuses: ['resourceNotFound'],
  example: { path: { username: 'mira_holm' } },
  handle({ principal, path, query }, platform) {
    const user = byName(path.username, platform);
    return user
      ? answerOne(user, query, principal, platform)
      : notFound('user', 'username', path.username, platform);
  },
});

const byName = (username: string, { tables }: Services): User | undefined =>
  tables.users.firstBy('username', username.toLowerCase());

function answerOne(user: User, selection: Selection, principal: Principal, platform: Services) {
  const renderer = new Renderer(platform, selection, viewerOf(principal));
  return { status: 200, body: { data: renderer.user(user), ...renderer.rest() } };
}

function answerMany(
  keys: readonly string[],
  parameter: string,
  find: (key: string) => User | undefined,
  selection: Selection,
  principal: Principal,
  platform: Services,
) {
  const renderer = new Renderer(platform, selection, viewerOf(principal));
  const found = new Set<User>();
  for (const key of new Set(keys)) {
    const user = find(key);
    if (user) found.add(user); // once, however often it is named
    else renderer.missing('user', parameter, key);
  }
  const data = Array.from(found, (user) => renderer.user(user));
  return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest() } };
}
