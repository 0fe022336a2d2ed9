/** What is wrong with the message itself: its address, its method, its body, its values. */
import type { Page } from '@playwright/test';
import type { ProblemName } from '../../../../engine/spec/problems.ts';
import { free, of, pasteBody, response, retype, user } from './scene.ts';
import type { Scene } from './scene.ts';

const address = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true });
/** What answers the calls about communities. */
const part = /family-communities/;
const mib = 1024 * 1024;

export const message = {
  urlMalformed: {
    link: free('GET', 'api.svc.example/2/users/2244994945', { auth: 'app' }),
    blocked: 'Not an address: write https://host/path, or a path that begins with /',
    then: (page) => address(page).fill(user),
  },
  urlTooLong: {
    link: free('GET', `/2/users?ids=${'1'.repeat(8192)}`, { auth: 'app' }),
    status: 414,
    says: 'The address is too long',
    act: 'Change the address',
    then: (page) => page.locator(':focus').and(address(page)).fill('/2/users?ids=2244994945'),
  },
  bodyTooLarge: {
    link: of('createPost', { auth: 'oauth1', tab: 'body' }),
    edit: (page) => pasteBody(page, `{"text":"long"}${`${' '.repeat(127)}\n`.repeat((8 * mib) / 128)}`),
    status: 413,
    says: 'The body is too large',
    act: 'Change the body',
    then: retype('{"text":"short"}'),
  },
  unsupportedMediaType: {
    link: free('POST', '/2/posts', {
      ...{ auth: 'oauth1', body: '{"text":"typed"}', 'header.Content-Type': 'text/plain' },
    }),
    status: 415,
    says: 'The body is of a type that is not taken here',
    act: 'Use application/json',
  },
  notFound: {
    link: free('GET', '/2/usrs/2244994945', { auth: 'app' }),
    status: 404,
    says: 'No endpoint has this address',
    act: 'Use the address that was meant',
  },
  methodNotAllowed: {
    link: free('PATCH', user, { auth: 'app' }),
    status: 405,
    says: 'This address does not take the method',
    act: 'Use GET',
  },
  sslRequired: {
    link: free('GET', `http://api.svc.example${user}`, { auth: 'app' }),
    status: 403,
    says: 'Credentials may only be sent over https',
    act: 'Use the address that was meant',
  },
  parameterInvalid: {
    link: of('getPostsOfUser', { auth: 'app', 'query.max_results': '500', 'query.post.fields': 'creatd_at' }),
    status: 400,
    says: 'Two parameters have invalid values',
    act: 'Put 2 values right',
  },
  resourceNotFound: {
    link: of('getUserByUsername', { auth: 'app', 'path.username': 'mira_hollm' }),
    status: 404,
    says: 'Nothing has this name or id',
    act: 'Use mira_holm',
  },
  duplicatePost: {
    link: of('createPost', { auth: 'oauth1', body: '{"text":"Twice"}' }),
    status: 403,
    says: 'This user already made this post in the last 24 hours',
    act: 'Change the text',
    then: retype('{"text":"Something else"}'),
  },
  foreignResource: {
    link: of('deletePost', { auth: 'oauth1', as: 'jonas_berg' }),
    status: 403,
    says: 'This belongs to another user',
    act: 'Act as @mira_holm',
  },
  // The one fault that a test can cause: the code that answers the call is loaded with the first call of its kind, and does not arrive.
  internalError: {
    link: of('searchCommunities', { auth: 'oauth1' }),
    before: ({ site }) => void (site.missing = part),
    status: 500,
    says: 'The platform failed',
    because: 'A part of the platform could not be loaded from the server',
    then: async (page, { site }) => {
      site.missing = null;
      await response(page).getByRole('button', { name: 'Send again', exact: true }).click();
    },
  },
} satisfies Partial<Record<ProblemName, Scene>>;
