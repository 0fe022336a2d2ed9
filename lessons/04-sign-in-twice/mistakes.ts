import type { Mistake } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { approve, courier, desk, local, reader } from './solution.ts';
import { liveCallback } from './start.ts';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'the approved address is sent', told: 'This callback is an approved one' },
    act: async (learner) => void (await new SignIn(learner, reader).ask(local)),
  },
  {
    ...{ step: 0, name: 'a PIN is asked for', told: 'A PIN was asked for, and needs no address' },
    act: async (learner) => void (await new SignIn(learner, reader).ask('oob')),
  },
  {
    ...{ step: 0, name: 'no callback is sent', told: 'The callback was left out' },
    act: async (learner) => void (await new SignIn(learner, reader).ask('')),
  },
  {
    ...{ step: 1, name: 'nothing is approved', told: 'The callback is not one of the approved ones' },
    act: async (learner) => void (await new SignIn(learner, reader).ask(liveCallback)),
  },
  {
    ...{ step: 1, name: 'the old address is sent', told: 'Another callback was sent instead' },
    act: async (learner) => void (await new SignIn(learner, reader).ask(local)),
  },
  {
    ...{ step: 1, name: 'a slash more is approved', told: 'The two addresses differ' },
    async act(learner) {
      await approve(learner, local, `${liveCallback}/`);
      await new SignIn(learner, reader).ask(liveCallback);
    },
  },
  {
    ...{
      step: 1,
      name: 'a PIN is asked for after all',
      told: 'A request token was given, for another callback',
    },
    async act(learner) {
      await approve(learner, local, liveCallback);
      await new SignIn(learner, reader).ask('oob');
    },
  },
  {
    ...{ step: 2, name: 'Jonas says no', told: 'The user said no' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.decide(await flow.token(liveCallback), 'jonas_berg', 'deny');
    },
  },
  {
    ...{
      step: 2,
      name: 'it is exchanged before he was asked',
      told: 'Nobody has approved this request token yet',
    },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.exchange(await flow.token(liveCallback), 'verifier');
    },
  },
  {
    ...{ step: 2, name: 'the verifier is left out', told: 'The verifier was left out' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const token = await flow.token(liveCallback);
      await flow.decide(token, 'jonas_berg');
      await flow.exchange(token, '');
    },
  },
  {
    ...{
      step: 2,
      name: 'another verifier is sent',
      told: 'The verifier is not the one that the platform gave',
    },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const token = await flow.token(liveCallback);
      await flow.decide(token, 'jonas_berg');
      await flow.exchange(token, 'verifier');
    },
  },
  {
    ...{ step: 2, name: 'the secret of the request token is lost' },
    told: 'It was not signed with the secret of the request token',
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const token = await flow.token(liveCallback);
      const page = await flow.decide(token, 'jonas_berg');
      await flow.exchange({ ...token, oauth_token_secret: '' }, page.parameter('oauth_verifier') ?? '');
    },
  },
  {
    ...{ step: 2, name: 'he takes longer than 15 minutes' },
    told: 'The platform has no such request token any more',
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const token = await flow.token(liveCallback);
      const page = await flow.decide(token, 'jonas_berg');
      await learner.advance(16 * 60_000);
      await flow.exchange(token, page.parameter('oauth_verifier') ?? '');
    },
  },
  {
    ...{ step: 2, name: 'a PIN is used', told: 'It was issued for a PIN, not through a callback' },
    act: async (learner) => void (await new SignIn(learner, reader).byOAuth1('jonas_berg', 'oob')),
  },
  {
    ...{ step: 2, name: 'it is OAuth 2.0', told: 'That is a token of OAuth 2.0' },
    act: (learner) => new SignIn(learner, reader).byPkce('users.read', 'jonas_berg'),
  },
  {
    ...{ step: 3, name: 'it asks with an address', told: 'This App has no callback that could be approved' },
    act: async (learner) => void (await new SignIn(learner, courier).ask(liveCallback)),
  },
  {
    ...{ step: 3, name: 'it leaves oob out', told: 'The callback was left out' },
    act: async (learner) => void (await new SignIn(learner, courier).ask('')),
  },
  {
    ...{
      step: 3,
      name: 'the callback is used again',
      told: 'It was issued through a callback, without a PIN',
    },
    act: async (learner) => void (await new SignIn(learner, reader).byOAuth1('jonas_berg', liveCallback)),
  },
  {
    ...{
      step: 3,
      name: 'five PINs are guessed',
      told: 'The request token ended with the fifth wrong verifier',
    },
    async act(learner) {
      const flow = new SignIn(learner, courier);
      const token = await flow.token('oob');
      await flow.decide(token, 'jonas_berg');
      for (const pin of ['1', '2', '3', '4', '5']) await flow.exchange(token, pin);
    },
  },
  {
    ...{ step: 4, name: 'a new request token is exchanged once', told: 'This was its first exchange' },
    act: async (learner) => void (await new SignIn(learner, courier).byOAuth1('jonas_berg', 'oob')),
  },
  {
    ...{
      step: 4,
      name: 'the access token is exchanged',
      told: 'That is an access token, not a request token',
    },
    async act(learner) {
      const { oauth_token, oauth_token_secret } = learner.credential('oauth1', courier, 'jonas_berg');
      await new SignIn(learner, courier).exchange({ oauth_token, oauth_token_secret }, '1234567');
    },
  },
  {
    ...{ step: 4, name: 'a request token is made up', told: 'This request token was never exchanged' },
    async act(learner) {
      await new SignIn(learner, courier).exchange(
        { oauth_token: 'x'.repeat(27), oauth_token_secret: '' },
        '1',
      );
    },
  },
  {
    ...{ step: 4, name: 'one that lives is sent with a wrong PIN' },
    told: 'Nobody has approved this request token yet',
    async act(learner) {
      const flow = new SignIn(learner, courier);
      await flow.exchange(await flow.token('oob'), '1234567');
    },
  },
  {
    ...{ step: 5, name: 'Jonas signs in', told: 'It was issued for another user' },
    act: async (learner) => void (await new SignIn(learner, desk).byOAuth1('jonas_berg')),
  },
  {
    ...{ step: 5, name: 'the App is the one of the first steps', told: 'It was issued for another App' },
    act: async (learner) => void (await new SignIn(learner, reader).byOAuth1('aiko_tan', liveCallback)),
  },
  {
    ...{ step: 5, name: 'she says no', told: 'The user said no' },
    async act(learner) {
      const flow = new SignIn(learner, desk);
      await flow.decide(await flow.token(), 'aiko_tan', 'deny');
    },
  },
];
