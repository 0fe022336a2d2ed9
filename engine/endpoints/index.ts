/** Every family of the platform, in the order in which people read them. Each is loaded when a call first needs it. */
import type { Family } from '../declaration/family.ts';
import { routes } from './routes.ts';

export const families: readonly Family[] = [
  {
    id: 'oauth1',
    name: 'OAuth 1.0a',
    routes: routes.oauth1,
    load: async () => (await import('./oauth1/index.ts')).endpoints,
  },
  {
    id: 'oauth2',
    name: 'OAuth 2.0',
    routes: routes.oauth2,
    load: async () => (await import('./oauth2/index.ts')).endpoints,
  },
  {
    id: 'posts',
    name: 'Posts',
    routes: routes.posts,
    load: async () => (await import('./posts/index.ts')).endpoints,
  },
  {
    id: 'users',
    name: 'Users',
    routes: routes.users,
    load: async () => (await import('./users/index.ts')).endpoints,
  },
  {
    id: 'messages',
    name: 'Direct Messages',
    routes: routes.messages,
    load: async () => (await import('./messages/index.ts')).endpoints,
  },
  {
    id: 'spaces',
    name: 'Spaces',
    routes: routes.spaces,
    load: async () => (await import('./spaces/index.ts')).endpoints,
  },
  {
    id: 'communities',
    name: 'Communities',
    routes: routes.communities,
    load: async () => (await import('./communities/index.ts')).endpoints,
  },
  {
    id: 'trends',
    name: 'Trends',
    routes: routes.trends,
    load: async () => (await import('./trends/index.ts')).endpoints,
  },
  {
    id: 'compliance',
    name: 'Compliance',
    routes: routes.compliance,
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
    routes: routes.usage,
    load: async () => (await import('./usage/index.ts')).endpoints,
  },
];
