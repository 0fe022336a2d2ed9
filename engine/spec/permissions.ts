/** OAuth 1.0a permission levels as `svc-access-level` names them, lowest first (specification 5, rules 2 and 3). */
export const permissionLevels = ['read', 'read-write', 'read-write-directmessages'] as const;

export type PermissionLevel = (typeof permissionLevels)[number];

export const covers = (held: PermissionLevel, needed: PermissionLevel): boolean =>
  permissionLevels.indexOf(held) >= permissionLevels.indexOf(needed);

/** The lower of the two. */
export const lower = (one: PermissionLevel, other: PermissionLevel): PermissionLevel =>
  covers(one, other) ? other : one;
