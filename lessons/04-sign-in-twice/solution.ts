import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { liveCallback } from './start.ts';

export const reader = 'Northwind Reader';
export const courier = 'Northwind Courier';
export const desk = 'Harbour Desk';
export const local = 'http://127.0.0.1:8080/callback';

export const approve = (learner: Learner, ...callback_urls: string[]) =>
  learner.do('portal.updateApp', learner.appId(reader), { callback_urls });

export const solution: Solution = [
  async (learner) => void (await new SignIn(learner, reader).ask(liveCallback)),
  async (learner) => {
    await approve(learner, local, liveCallback);
    await new SignIn(learner, reader).ask(liveCallback);
  },
  async (learner) => void (await new SignIn(learner, reader).byOAuth1('jonas_berg', liveCallback)),
  async (learner) => void (await new SignIn(learner, courier).byOAuth1('jonas_berg', 'oob')),
  async (learner) => {
    const flow = new SignIn(learner, courier);
    const { token, oauth_verifier } = await flow.byOAuth1('jonas_berg', 'oob');
    await flow.exchange(token, oauth_verifier);
  },
  async (learner) => void (await new SignIn(learner, desk).byOAuth1('aiko_tan')),
];
