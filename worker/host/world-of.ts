import type { Credential, Platform } from '../../engine/inside.ts';
import type { World } from '../contract/world.ts';

/** What the frame of a page shows. */
export const worldOf = ({ portal }: Pick<Platform, 'portal'>, vault: readonly Credential[]): World => ({
  projects: portal.projects(),
  apps: portal.apps(),
  users: portal.users(),
  vault,
  notices: portal.notices(),
  abuseEnabled: portal.abuseEnabled(),
});
