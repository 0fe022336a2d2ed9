import type { PermissionLevel } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** The `svc-access-level` of a token with these scopes (choice: access-level). */
export function levelOf(scopes: readonly Scope[]): PermissionLevel {
  if (scopes.includes('dm.write')) return 'read-write-directmessages';
  return scopes.some((scope) => scope.endsWith('.write')) ? 'read-write' : 'read';
}
