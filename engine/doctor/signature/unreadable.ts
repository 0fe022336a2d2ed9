/** Why a signature cannot be checked at all. */
import type { Authorization } from '../../auth/header.ts';
import type { Finding } from './types.ts';

export const addressUnreadable: Finding = {
  id: 'address-unreadable',
  title: 'Address unreadable',
  clause: 'RFC 5849 3.4.1.2',
  cause: 'The address is not an absolute http or https address.',
  repair: 'Give the whole address, with its scheme and host.',
};

export const headerUnreadable = (authorization: Authorization): Finding => ({
  id: 'header-unreadable',
  title: 'No OAuth 1.0a header',
  clause: 'RFC 5849 3.5.1',
  cause:
    authorization.scheme === 'malformed'
      ? `The Authorization header cannot be read: ${authorization.because}.`
      : `The Authorization header holds no OAuth 1.0a signature (scheme: ${authorization.scheme}).`,
  repair: 'Send `OAuth`, a space, and name="value" pairs with commas between them.',
});
