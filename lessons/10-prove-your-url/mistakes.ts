import type { Mistake } from '../format/lesson.ts';
import {
  edited,
  inBase64,
  never,
  once,
  otherApp,
  refusingAll,
  throwing,
  url,
  verifying,
  verifyingSome,
} from './receiver.ts';
import { forge, forgeOther, post, register, save, serveOther, subscribe } from './solution.ts';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'the program is fixed before', told: 'It was registered at once' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64]));
      await register(learner);
    },
  },
  {
    ...{ step: 0, name: 'the address is not of https', told: 'It was refused before anything was asked' },
    act: async (learner) => void (await register(learner, undefined, url.replace('https', 'http'))),
  },
  {
    ...{ step: 1, name: 'it is not saved', told: 'The value is still in hex' },
    act: async (learner) => void (await register(learner)),
  },
  {
    ...{ step: 1, name: 'the prefix goes with the hex', told: 'The prefix sha256= is missing' },
    async act(learner) {
      await save(learner, edited(learner, [['sha256=${hex(mac)}', '${base64(mac)}']]));
      await register(learner);
    },
  },
  {
    ...{ step: 1, name: 'the member has another name', told: 'The answer has no response_token' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, ['response_token:', 'token:']]));
      await register(learner);
    },
  },
  {
    ...{ step: 1, name: 'the secret of another App signs', told: 'The value is the HMAC of something else' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64], otherApp));
      await register(learner);
    },
  },
  {
    ...{ step: 1, name: 'the program throws', told: 'The receiver answered the challenge with 500' },
    async act(learner) {
      await save(learner, edited(learner, [['${hex(mac)}', '${base46(mac)}']]));
      await register(learner);
    },
  },
  {
    ...{ step: 2, name: 'nobody is subscribed', told: 'Nobody is subscribed yet' },
    act: async (learner) => post(learner, 'Nobody hears this'),
  },
  {
    ...{
      step: 2,
      name: 'a token that may not read messages subscribes',
      told: 'The subscription was refused',
    },
    act: async (learner) => subscribe(learner, 'jonas_berg', 'Northwind Reader'),
  },
  {
    ...{ step: 2, name: 'somebody else posts', told: 'That was a post of @aiko_tan' },
    async act(learner) {
      await subscribe(learner);
      await post(learner, '文字', 'aiko_tan');
    },
  },
  {
    ...{ step: 3, name: 'nothing is verified', told: 'A forged delivery was taken' },
    act: async (learner) => forge(learner),
  },
  {
    ...{
      ...{ step: 3, name: 'it is verified only where a header is there' },
      told: 'A delivery without a signature was taken',
    },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, verifyingSome]));
      await forge(learner);
    },
  },
  {
    ...{ step: 3, name: 'everything is refused', told: 'The signed delivery is refused too' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, refusingAll]));
      await forge(learner);
    },
  },
  {
    ...{ step: 3, name: 'the program throws', told: 'The receiver failed on a forgery' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, throwing]));
      await forge(learner);
    },
  },
  {
    ...{ step: 4, name: 'nothing is remembered', told: 'The same post was thanked 3 times' },
    async act(learner) {
      await post(learner, 'Low water at six.');
      await learner.advance(6000);
    },
  },
  {
    ...{ step: 4, name: 'nobody is thanked at all', told: 'Nobody was thanked' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, verifying, never]));
      await post(learner, 'Low water at six.');
      await learner.advance(6000);
    },
  },
  {
    ...{ step: 4, name: 'what was seen is answered with 409', told: 'The receiver answered 409' },
    async act(learner) {
      const [has, becomes] = once;
      const refusing = becomes.replace("new Response('ok')", "new Response('seen', { status: 409 })");
      await save(learner, edited(learner, [inBase64, verifying, [has, refusing]]));
      await post(learner, 'Low water at six.');
      await learner.advance(6000);
    },
  },
  {
    ...{ step: 5, name: 'the first App registers again', told: 'That was a call of Northwind Courier' },
    act: async (learner) => void (await register(learner)),
  },
  {
    ...{
      step: 5,
      name: 'the secret stays that of the first App',
      told: 'The value is the HMAC of something else',
    },
    act: async (learner) => serveOther(learner, edited(learner, [inBase64, verifying])),
  },
  {
    ...{ step: 5, name: 'nothing is verified', told: 'A forged delivery was taken' },
    async act(learner) {
      await serveOther(learner, edited(learner, [inBase64], otherApp));
      await forgeOther(learner);
    },
  },
];
