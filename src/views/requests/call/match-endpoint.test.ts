import { expect, it } from 'vitest';
import { createPlatform } from '../../../../engine/index.ts';
import { endpoints } from '../../../../testing/endpoints.ts';
import { matchEndpoint } from './match-endpoint.ts';

const { adsBaseUrl, baseUrl } = createPlatform();
const path = (method: string, rest: string) =>
  matchEndpoint(endpoints, method, `${rest.startsWith('/') ? baseUrl : ''}${rest}`, { adsBaseUrl, baseUrl })
    ?.path ?? null;

it.each([
  ['GET', '/2/users/me', '/2/users/me'],
  ['get', '/2/users/me/', '/2/users/me'],
  ['GET', '/2/users/123?x=1', '/2/users/:id'],
  ['GET', '/2/users/by', '/2/users/by'],
  ['POST', '/2/users/me', null],
  ['GET', '/nowhere', null],
  ['GET', `${adsBaseUrl}/5/accounts/harbour1/campaigns`, '/5/accounts/:account_id/campaigns'],
  ['GET', '/5/accounts/harbour1/campaigns', null],
  ['GET', `${adsBaseUrl}/2/users/me`, null],
  ['GET', 'https://elsewhere.example/2/users/me', null],
])('%s %s reaches %s', (method, rest, wanted) => expect(path(method, rest)).toBe(wanted));
