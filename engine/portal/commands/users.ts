/** Actions of users that no endpoint of 8.3 offers (choices: blocking, protected-posts). */
import { flag, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import type { State } from '../../state/state.ts';
import { pairId } from '../../state/tables/pairs.ts';
import type { PortalResult } from '../contract.ts';
import { decideFollow, setBlock } from '../people.ts';
import { noUser, refused } from '../refused.ts';

export interface Needs {
  readonly state: State;
}

/** One user blocks another, or stops blocking them. */
const setBlocked = command(
  tuple(text, text, flag),
  ({ state }: Needs, userId, targetId, blocked): PortalResult => {
    const { tables } = state;
    if (!tables.users.get(userId) || !tables.users.get(targetId)) return noUser;
    if (userId === targetId) return refused('A user cannot block themselves.');
    const now = state.now();
    state.transact((write) => setBlock(userId, targetId, blocked, { tables, now }, write));
    return { ok: true };
  },
);

/** A protected user answers a follow request. */
const answerFollower = command(
  tuple(text, text, flag),
  ({ state }: Needs, userId, followerId, accepted): PortalResult => {
    if (!state.tables.follow_requests.get(pairId(followerId, userId)))
      return refused('No user with that id asks to follow them.');
    const now = state.now();
    state.transact((write) => decideFollow(followerId, userId, accepted, now, write));
    return { ok: true };
  },
);

export const commands = { setBlocked, answerFollower };
