/** By whose name a signature has to be made. */
import type { Pairs } from './received.ts';
import type { HostRules } from './types.ts';

/** The one that this platform takes (choice: o1-method). */
export const platformMethod = 'HMAC-SHA1';

/** This platform has one, and so has a host that says so; others take what a request declares. */
export function judgingMethod(rules: HostRules | undefined, pairs: Pairs): string {
  if (!rules) return platformMethod;
  if (rules.method !== 'declared') return rules.method;
  return new Map(pairs).get('oauth_signature_method') || platformMethod;
}
