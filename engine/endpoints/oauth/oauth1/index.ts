import type { Endpoint } from '../../../declaration/endpoint.ts';
import { accessToken } from './access-token.ts';
import { changeConnectedApps, showConnectedApps } from './connected-apps.ts';
import { invalidateUserToken } from './invalidate.ts';
import { authenticate, authorize, decideOAuth1 } from './pages.ts';
import { requestToken } from './request-token.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  requestToken,
  authorize,
  authenticate,
  decideOAuth1,
  accessToken,
  invalidateUserToken,
  showConnectedApps,
  changeConnectedApps,
];
