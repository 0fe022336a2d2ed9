/** The signature method that a request is judged by. */
import type { Pairs } from './received.ts';
import type { HostRules } from './types.ts';

/** The only method that this platform accepts (choice: o1-method). */
export const platformMethod = 'HMAC-SHA1';

/** This platform has a fixed method, and other hosts may have one. Otherwise the method that the request declares counts. */
export function judgingMethod(rules: HostRules | undefined, pairs: Pairs): string {
  if (!rules) return platformMethod;
  if (rules.method !== 'declared') return rules.method;
  return new Map(pairs).get('oauth_signature_method') || platformMethod;
}
