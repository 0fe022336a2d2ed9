import type { PermissionLevel } from '../../worker/api.ts';

/** The permission levels, as the Portal calls them. */
export const levelNames: Readonly<Record<PermissionLevel, string>> = {
  read: 'Read-only',
  'read-write': 'Read and write',
  'read-write-directmessages': 'Read, write and Direct Messages',
};
