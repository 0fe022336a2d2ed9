/** Every family of the platform, in the order in which people read them. Each is loaded when a call first needs it. */
import type { Family } from '../declaration/family.ts';
import { firstRoutes } from './first-routes.ts';
import type { routes } from './routes.ts';

const routesOf = (family: keyof typeof routes) => async () => (await import('./routes.ts')).routes[family];

export const families: readonly Family[] = [
  {
    id: 'oauth1',
    name: 'OAuth 1.0a',
    routes: routesOf('oauth1'),
    load: async () => (await import('./oauth1/index.ts')).endpoints,
  },
  {
    id: 'oauth2',
    name: 'OAuth 2.0',
    routes: routesOf('oauth2'),
    load: async () => (await import('./oauth2/index.ts')).endpoints,
  },
  {
    id: 'posts',
    name: 'Posts',
    routes: routesOf('posts'),
    load: async () => (await import('./posts/index.ts')).endpoints,
  },
  {
    id: 'users',
    name: 'Users',
    routes: firstRoutes.users,
    load: async () => (await import('./users/index.ts')).endpoints,
  },
  {
    id: 'messages',
    name: 'Direct Messages',
    routes: routesOf('messages'),
    load: async () => (await import('./messages/index.ts')).endpoints,
  },
  {
    id: 'spaces',
    name: 'Spaces',
    routes: routesOf('spaces'),
    load: async () => (await import('./spaces/index.ts')).endpoints,
  },
  {
    id: 'communities',
    name: 'Communities',
    routes: routesOf('communities'),
    load: async () => (await import('./communities/index.ts')).endpoints,
  },
  {
    id: 'trends',
    name: 'Trends',
    routes: routesOf('trends'),
    load: async () => (await import('./trends/index.ts')).endpoints,
  },
  {
    id: 'compliance',
    name: 'Compliance',
    routes: routesOf('compliance'),
    load: async () => (await import('./compliance/index.ts')).endpoints,
    work: {
      jobs: [{ name: 'complianceStep' }],
      effects: [],
      load: async () => (await import('./compliance/work.ts')).work,
    },
  },
  {
    id: 'usage',
    name: 'Usage',
    routes: routesOf('usage'),
    load: async () => (await import('./usage/index.ts')).endpoints,
  },
];
