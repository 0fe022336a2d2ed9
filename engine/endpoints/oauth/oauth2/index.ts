import type { Endpoint } from '../../../declaration/endpoint.ts';
import { invalidateBearerToken, requestBearerToken } from './app-only.ts';
import { authorizePkce, decidePkce } from './authorize.ts';
import { exchangeCode, revokeToken } from './token.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  requestBearerToken,
  invalidateBearerToken,
  authorizePkce,
  decidePkce,
  exchangeCode,
  revokeToken,
];
