import { s256 } from '../../engine/inside.ts';
import type { Mistake } from '../format/lesson.ts';
import { code_verifier, SignIn } from '../format/sign-in.ts';
import { enough, hour, like, likes, reader, refresh, viewer, whoAmI } from './solution.ts';

const { length: least } = code_verifier;

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'both scopes are asked for', told: 'This token has both scopes already' },
    async act(learner) {
      await new SignIn(learner, reader).byPkce(enough, 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 0, name: 'Jonas says no', told: 'The user said no' },
    act: async (learner) =>
      void (await new SignIn(learner, reader).code('users.read', 'jonas_berg', {}, 'deny')),
  },
  {
    ...{ step: 0, name: 'a scope is made up', told: 'The page did not take the request' },
    act: async (learner) => void (await new SignIn(learner, reader).code('user.read', 'jonas_berg')),
  },
  {
    ...{
      step: 0,
      name: 'the code is exchanged after half a minute',
      told: 'The code was older than 30 seconds',
    },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const code = await flow.code('users.read', 'jonas_berg');
      await learner.advance(40_000);
      await flow.redeem(code);
    },
  },
  {
    ...{ step: 0, name: 'another verifier is sent', told: 'The verifier does not fit the challenge' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.redeem(await flow.code('users.read', 'jonas_berg'), { code_verifier: 'v'.repeat(least) });
    },
  },
  {
    ...{ step: 0, name: 'another callback is named in the exchange' },
    told: 'The redirect_uri is not the one that the page had',
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const code = await flow.code('users.read', 'jonas_berg');
      await flow.redeem(code, { redirect_uri: 'http://127.0.0.1:8080/callback' });
    },
  },
  {
    ...{ step: 0, name: 'a code is made up', told: 'The App was given no such code' },
    act: async (learner) => void (await new SignIn(learner, reader).redeem('made-up')),
  },
  {
    ...{ step: 0, name: 'the client is not proved', told: 'The App did not prove who it is' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const code = await flow.code('users.read', 'jonas_berg');
      const form = { grant_type: 'authorization_code', code, redirect_uri: flow.callback, code_verifier };
      await learner.anonymous.send({ method: 'POST', path: '/2/oauth2/token', form });
    },
  },
  {
    ...{ step: 0, name: 'the call is signed by OAuth 1.0a' },
    told: 'That call was signed by OAuth 1.0a, which has no scopes',
    async act(learner) {
      await new SignIn(learner, reader).byPkce('users.read', 'jonas_berg');
      await learner.user('jonas_berg', reader).get('/2/users/me');
    },
  },
  {
    ...{ step: 1, name: 'the second scope is left out', told: 'post.read is still missing' },
    async act(learner) {
      await new SignIn(learner, reader).byPkce('users.read offline.access', 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{
      step: 1,
      name: 'offline.access is left out',
      told: 'This token will not last: offline.access is missing',
    },
    async act(learner) {
      await new SignIn(learner, reader).byPkce('post.read users.read', 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 1, name: 'the challenge is plain', told: 'The challenge was sent as it is' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const plain = { code_challenge: code_verifier, code_challenge_method: 'plain' };
      flow.keepOAuth2(await flow.redeem(await flow.code(enough, 'jonas_berg', plain)), 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 1, name: 'the hash is called plain', told: 'The verifier does not fit the challenge' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      const mixed = { code_challenge: s256(code_verifier), code_challenge_method: 'plain' };
      await flow.redeem(await flow.code(enough, 'jonas_berg', mixed));
    },
  },
  {
    ...{ step: 1, name: 'the old token is used', told: 'The call went with the token that lacks a scope' },
    async act(learner) {
      const old = new SignIn(learner, reader).bearer('jonas_berg');
      await new SignIn(learner, reader).byPkce(enough, 'jonas_berg');
      await old.get('/2/users/me');
    },
  },
  {
    ...{ step: 2, name: 'one hour is waited', told: 'The token is still good' },
    async act(learner) {
      await learner.advance(hour);
      await whoAmI(learner);
    },
  },
  {
    ...{
      step: 2,
      name: 'the call is signed by OAuth 1.0a',
      told: 'A token of OAuth 1.0a does not end by itself',
    },
    async act(learner) {
      await learner.advance(2 * hour);
      await learner.user('jonas_berg', reader).get('/2/users/me');
    },
  },
  {
    ...{ step: 2, name: 'a token is made up', told: 'The platform never issued this token' },
    act: async (learner) => void (await learner.withToken('made-up').get('/2/users/me')),
  },
  {
    ...{ step: 2, name: 'the token is revoked', told: 'The token was ended before its time' },
    async act(learner) {
      const { access_token } = learner.credential('oauth2', reader, 'jonas_berg');
      await new SignIn(learner, reader).revoke(access_token);
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 3, name: 'Jonas signs in again', told: 'That token came from a new sign-in' },
    act: (learner) => new SignIn(learner, reader).byPkce(enough, 'jonas_berg'),
  },
  {
    ...{ step: 3, name: 'the refresh token is left out', told: 'The refresh token was left out' },
    act: async (learner) => void (await new SignIn(learner, reader).refresh('jonas_berg', '')),
  },
  {
    ...{ step: 3, name: 'the access token is sent', told: 'That is the access token, not a refresh token' },
    async act(learner) {
      const { access_token } = learner.credential('oauth2', reader, 'jonas_berg');
      await new SignIn(learner, reader).refresh('jonas_berg', access_token);
    },
  },
  {
    ...{ step: 3, name: 'a character is lost in copying', told: 'The platform has no such refresh token' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.refresh('jonas_berg', flow.refreshToken('jonas_berg').slice(1));
    },
  },
  {
    ...{ step: 3, name: 'a scope is added', told: 'It asked for a scope that the user did not grant' },
    act: async (learner) =>
      void (await new SignIn(learner, reader).refresh('jonas_berg', undefined, 'dm.read')),
  },
  {
    ...{ step: 3, name: 'the secret of the App is left out', told: 'The App did not prove who it is' },
    async act(learner) {
      const refresh_token = new SignIn(learner, reader).refreshToken('jonas_berg');
      const form = { grant_type: 'refresh_token', refresh_token };
      await learner.anonymous.send({ method: 'POST', path: '/2/oauth2/token', form });
    },
  },
  {
    ...{ step: 3, name: 'the old access token is used', told: 'The call went with the old access token' },
    async act(learner) {
      const old = new SignIn(learner, reader).bearer('jonas_berg');
      await refresh(learner);
      await old.get('/2/users/me');
    },
  },
  {
    ...{ step: 4, name: 'the new one is sent', told: 'This refresh token was the newest one' },
    act: async (learner) => void (await refresh(learner)),
  },
  {
    ...{ step: 4, name: 'it is made up', told: 'The platform has no such refresh token' },
    act: async (learner) => void (await new SignIn(learner, reader).refresh('jonas_berg', 'made-up')),
  },
  {
    ...{ step: 4, name: 'a token of another sign-in is tried' },
    told: 'This token is from another sign-in, and stays valid',
    async act(learner) {
      const old = await refresh(learner);
      await new SignIn(learner, reader).refresh('jonas_berg', old);
      await new SignIn(learner, reader).byPkce(enough, 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 5, name: 'like.write is left out', told: 'A scope is missing' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byPkce(enough, 'aiko_tan');
      await flow.bearer('aiko_tan').post(likes, like);
    },
  },
  {
    ...{ step: 5, name: 'offline.access is left out', told: 'It works for two hours, and no longer' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byPkce('like.write post.read users.read', 'aiko_tan');
      await flow.bearer('aiko_tan').post(likes, like);
    },
  },
  {
    ...{ step: 5, name: 'another App likes it', told: `It was liked by ${reader}` },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      await flow.byPkce(`like.write ${enough}`, 'aiko_tan');
      await flow.bearer('aiko_tan').post(likes, like);
    },
  },
  {
    ...{ step: 5, name: 'the path names Mira', told: 'The path names another user' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byPkce(`like.write ${enough}`, 'aiko_tan');
      await flow.bearer('aiko_tan').post('/2/users/2244994945/likes', like);
    },
  },
];
