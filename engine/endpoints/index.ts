/** Every family of the platform, in the order in which people read them. Each is loaded when a call first needs it. */
import { arriving } from '../declaration/arriving.ts';
import type { Family } from '../declaration/family.ts';
import { firstRoutes } from './first-routes.ts';
import type { routes } from './routes.ts';

const routesOf = (family: keyof typeof routes) => async () =>
  (await arriving(() => import('./routes.ts'))).routes[family];

export const families: readonly Family[] = [
  {
    id: 'oauth1',
    name: 'OAuth 1.0a',
    routes: routesOf('oauth1'),
    load: async () => (await arriving(() => import('./oauth/oauth1/index.ts'))).endpoints,
  },
  {
    id: 'oauth2',
    name: 'OAuth 2.0',
    routes: routesOf('oauth2'),
    load: async () => (await arriving(() => import('./oauth/oauth2/index.ts'))).endpoints,
  },
  {
    id: 'posts',
    name: 'Posts',
    routes: routesOf('posts'),
    load: async () => (await arriving(() => import('./v2/posts/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'post-clear' }],
      effects: [],
      load: async () => (await arriving(() => import('./v2/posts/work.ts'))).work,
    },
  },
  {
    id: 'timelines',
    name: 'Timelines',
    routes: routesOf('timelines'),
    load: async () => (await arriving(() => import('./v2/timelines/index.ts'))).endpoints,
  },
  {
    id: 'likes',
    name: 'Likes and reposts',
    routes: routesOf('likes'),
    load: async () => (await arriving(() => import('./v2/likes/index.ts'))).endpoints,
  },
  {
    id: 'search',
    name: 'Search and stream',
    routes: routesOf('search'),
    load: async () => (await arriving(() => import('./v2/search/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'stream' }],
      effects: [],
      load: async () => (await arriving(() => import('./v2/search/work.ts'))).work,
    },
  },
  {
    id: 'users',
    name: 'Users',
    routes: firstRoutes.users,
    load: async () => (await arriving(() => import('./v2/users/index.ts'))).endpoints,
  },
  {
    id: 'people',
    name: 'User search',
    routes: routesOf('people'),
    load: async () => (await arriving(() => import('./v2/user-search/index.ts'))).endpoints,
  },
  {
    id: 'relations',
    name: 'Following, muting, blocking',
    routes: routesOf('relations'),
    load: async () => (await arriving(() => import('./v2/follows-mutes-blocks/index.ts'))).endpoints,
  },
  {
    id: 'messages',
    name: 'Direct Messages',
    routes: routesOf('messages'),
    load: async () => (await arriving(() => import('./v2/messages/index.ts'))).endpoints,
  },
  {
    id: 'lists',
    name: 'Lists',
    routes: routesOf('lists'),
    load: async () => (await arriving(() => import('./v2/lists/index.ts'))).endpoints,
  },
  {
    id: 'bookmarks',
    name: 'Bookmarks',
    routes: routesOf('bookmarks'),
    load: async () => (await arriving(() => import('./v2/bookmarks/index.ts'))).endpoints,
  },
  {
    id: 'spaces',
    name: 'Spaces',
    routes: routesOf('spaces'),
    load: async () => (await arriving(() => import('./v2/spaces/index.ts'))).endpoints,
  },
  {
    id: 'communities',
    name: 'Communities',
    routes: routesOf('communities'),
    load: async () => (await arriving(() => import('./v2/communities/index.ts'))).endpoints,
  },
  {
    id: 'trends',
    name: 'Trends',
    routes: routesOf('trends'),
    load: async () => (await arriving(() => import('./v2/trends/index.ts'))).endpoints,
  },
  {
    id: 'compliance',
    name: 'Compliance',
    routes: routesOf('compliance'),
    load: async () => (await arriving(() => import('./v2/compliance/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'complianceStep' }],
      effects: [],
      load: async () => (await arriving(() => import('./v2/compliance/work.ts'))).work,
    },
  },
  {
    id: 'webhooks',
    name: 'Webhooks',
    routes: routesOf('webhooks'),
    load: async () => (await arriving(() => import('./v2/webhooks/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'webhookCheck' }],
      effects: ['webhookCheck'],
      load: async () => (await arriving(() => import('./v2/webhooks/work.ts'))).work,
    },
  },
  {
    id: 'account-activity',
    name: 'Account Activity',
    routes: routesOf('account-activity'),
    load: async () => (await arriving(() => import('./v2/account-activity/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'activityExpiry' }],
      effects: ['activityDelivery'],
      load: async () => (await arriving(() => import('./v2/account-activity/work.ts'))).work,
      reaction: {
        whileAny: ['subscriptions', 'activity_events'],
        load: async () => (await arriving(() => import('../account-activity/reaction.ts'))).reaction,
      },
    },
  },
  {
    id: 'usage',
    name: 'Usage',
    routes: routesOf('usage'),
    load: async () => (await arriving(() => import('./v2/usage/index.ts'))).endpoints,
  },
  {
    id: 'ads',
    name: 'Advertiser API',
    routes: routesOf('ads'),
    load: async () => (await arriving(() => import('./ads/index.ts'))).endpoints,
  },
  {
    id: 'catalog',
    name: 'Catalog API',
    routes: routesOf('catalog'),
    load: async () => (await arriving(() => import('./catalog/index.ts'))).endpoints,
    work: {
      jobs: [{ name: 'catalog-clear' }, { name: 'catalog-set' }, { name: 'feed-due' }],
      effects: [],
      undertakings: ['feedRun'],
      load: async () => (await arriving(() => import('./catalog/work.ts'))).work,
    },
  },
];
