import type { Alternative } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { approve, courier, desk, local, reader } from './solution.ts';
import { liveCallback } from './start.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another address that is not approved' },
    act: async (learner) => void (await new SignIn(learner, reader).ask('https://evil.example/cb')),
  },
  {
    ...{ step: 0, name: 'an App without any callback URL' },
    act: async (learner) => void (await new SignIn(learner, courier).ask(liveCallback)),
  },
  {
    ...{ step: 1, name: 'the new address takes the place of the old one' },
    async act(learner) {
      await approve(learner, liveCallback);
      await new SignIn(learner, reader).ask(liveCallback);
    },
  },
  {
    ...{ step: 1, name: 'another address goes live' },
    async act(learner) {
      await approve(learner, local, 'https://read.northwind.example/back');
      await new SignIn(learner, reader).ask('https://read.northwind.example/back');
    },
  },
  {
    ...{ step: 2, name: 'Sam comes back to the developer’s machine' },
    act: async (learner) => void (await new SignIn(learner, reader).byOAuth1('sam_ode', local)),
  },
  {
    ...{ step: 2, name: 'Jonas says no first, and yes in the end' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.decide(await flow.token(liveCallback), 'jonas_berg', 'deny');
      await flow.byOAuth1('jonas_berg', liveCallback);
    },
  },
  {
    ...{ step: 3, name: 'an App with callback URLs asks for a PIN' },
    act: async (learner) => void (await new SignIn(learner, reader).byOAuth1('aiko_tan', 'oob')),
  },
  {
    ...{ step: 3, name: 'the PIN is mistyped once' },
    async act(learner) {
      const flow = new SignIn(learner, courier);
      const token = await flow.token('oob');
      const { pin } = await flow.decide(token, 'jonas_berg');
      await flow.exchange(token, '0000000');
      await flow.exchange(token, pin);
    },
  },
  {
    ...{ step: 4, name: 'it is a callback’s verifier' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const { token, oauth_verifier } = await flow.byOAuth1('jonas_berg', liveCallback);
      await flow.exchange(token, oauth_verifier);
    },
  },
  {
    ...{ step: 4, name: 'the exchange of the step before is repeated' },
    async act(learner) {
      const { request } = learner.platform.exchanges
        .list()
        .findLast(({ endpointId }) => endpointId === 'accessToken') ?? { request: null };
      if (request) await learner.platform.handle(request);
    },
  },
  {
    ...{ step: 5, name: 'it is a PIN' },
    act: async (learner) => void (await new SignIn(learner, desk).byOAuth1('aiko_tan', 'oob')),
  },
  {
    ...{ step: 5, name: 'Jonas signs in before her' },
    async act(learner) {
      await new SignIn(learner, desk).byOAuth1('jonas_berg');
      await new SignIn(learner, desk).byOAuth1('aiko_tan');
    },
  },
];
