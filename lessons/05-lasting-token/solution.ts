import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';

export const reader = 'Northwind Reader';
export const viewer = 'Northwind Viewer';
export const enough = 'post.read users.read offline.access';
export const hour = 3_600_000;

export const whoAmI = async (learner: Learner, appName = reader): Promise<void> =>
  void (await new SignIn(learner, appName).bearer('jonas_berg').get('/2/users/me'));

/** Exchanges the refresh token of the vault, stores the result, and returns the old one. */
export async function refresh(learner: Learner): Promise<string> {
  const flow = new SignIn(learner, reader);
  const old = flow.refreshToken('jonas_berg');
  flow.keepOAuth2(await flow.refresh('jonas_berg'), 'jonas_berg');
  return old;
}

export const like = { post_id: '2020792285393846272' };
export const likes = '/2/users/2244994947/likes';

export const solution: Solution = [
  async (learner) => {
    await new SignIn(learner, reader).byPkce('users.read', 'jonas_berg');
    await whoAmI(learner);
  },
  async (learner) => {
    await new SignIn(learner, reader).byPkce(enough, 'jonas_berg');
    await whoAmI(learner);
  },
  async (learner) => {
    await learner.advance(2 * hour);
    await whoAmI(learner);
  },
  async (learner) => {
    await refresh(learner);
    await whoAmI(learner);
  },
  async (learner) => {
    const old = await refresh(learner);
    await new SignIn(learner, reader).refresh('jonas_berg', old);
    await whoAmI(learner);
  },
  async (learner) => {
    const flow = new SignIn(learner, viewer);
    await flow.byPkce(`like.write ${enough}`, 'aiko_tan');
    await flow.bearer('aiko_tan').post(likes, like);
  },
];
