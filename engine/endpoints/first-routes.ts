/**
 * What the router begins with: the routes of the families that the page begins with.
 * Derived from the declarations by `npm run generate`: do not edit.
 */
import { v2 } from '../spec/apis.ts';
import { route } from '../declaration/family.ts';
import type { Route } from '../declaration/family.ts';

export const firstRoutes = {
  users: [
    route('getUsers', v2, 'GET', '/2/users'),
    route('getMe', v2, 'GET', '/2/users/me'),
    route('getUser', v2, 'GET', '/2/users/:id'),
    route('getUsersByUsernames', v2, 'GET', '/2/users/by'),
    route('getUserByUsername', v2, 'GET', '/2/users/by/username/:username'),
  ],
} satisfies Readonly<Record<string, readonly Route[]>>;
