/** What an App may be told of a user: what the user's tokens let it see (choices: activity-access, activity-end). */
import { liveFamilies } from '../auth/grants.ts';
import { covers } from '../spec/permissions.ts';
import type { StateView } from '../state/state.ts';

/** Whether an App can act for a user now. */
export const hasAccess = (appId: string, userId: string, state: StateView): boolean =>
  state.tables.user_tokens.countBy('app_user', `${appId}:${userId}`) > 0 ||
  liveFamilies(appId, userId, state, state.now()).size > 0;

/** Whether it can read the user's Direct Messages now (platform.md 5, rule 3). */
export function readsMessages(appId: string, userId: string, state: StateView): boolean {
  const { user_tokens } = state.tables;
  const ofUser = user_tokens.keysBy('app_user', `${appId}:${userId}`);
  if (ofUser.some((key) => covers(user_tokens.get(key)!.permission, 'read-write-directmessages')))
    return true;
  const granted = [...liveFamilies(appId, userId, state, state.now()).values()];
  return granted.some((scopes) => scopes.includes('dm.read'));
}
