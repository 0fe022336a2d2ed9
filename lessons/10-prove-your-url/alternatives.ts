import type { Alternative } from '../format/lesson.ts';
import { edited, inBase64, once, otherApp, verifying } from './receiver.ts';
import { forge, forgeOther, otherHost, post, register, save, serveOther, subscribe } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'the address has a query of its own' },
    act: async (learner) =>
      void (await learner.bearer('Northwind Courier').post('/2/webhooks', {
        url: 'https://hooks.northwind.example/in?from=svc',
      })),
  },
  {
    ...{ step: 1, name: 'it is fixed at the second try' },
    async act(learner) {
      await register(learner);
      await save(learner, edited(learner, [inBase64]));
      await register(learner);
    },
  },
  {
    ...{ step: 1, name: 'the program verifies as well' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, verifying, once]));
      await register(learner);
    },
  },
  {
    ...{ step: 2, name: 'another account is subscribed, which posts' },
    async act(learner) {
      await subscribe(learner, 'aiko_tan');
      await post(learner, '地図', 'aiko_tan');
    },
  },
  {
    ...{ step: 3, name: 'a forgery was taken before it was fixed' },
    async act(learner) {
      await forge(learner);
      await save(learner, edited(learner, [inBase64, verifying]));
      await forge(learner);
    },
  },
  {
    ...{ step: 3, name: 'the platform sends what is signed' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, verifying]));
      await forge(learner);
      await post(learner, 'The bridge is open.');
    },
  },
  {
    ...{ step: 4, name: 'it was thanked three times before it was fixed, and is sent twice then' },
    async act(learner) {
      await post(learner, 'One');
      await learner.advance(6000);
      await save(learner, edited(learner, [inBase64, verifying, once]));
      await post(learner, 'Two');
      const [webhook] = (await learner.bearer('Northwind Courier').get('/2/webhooks')).json.data;
      const report = await learner.platform.ask('activity.report', webhook?.id ?? '', {});
      await learner.do('deliveries.duplicate', report?.events[0]?.id ?? '');
      await learner.advance(10);
    },
  },
  {
    ...{ step: 5, name: 'the signed delivery comes first' },
    async act(learner) {
      await serveOther(learner, edited(learner, [inBase64, verifying, once], otherApp));
      await forgeOther(learner);
    },
  },
  {
    ...{ step: 5, name: 'the receiver is tried before it is registered' },
    async act(learner) {
      await save(learner, edited(learner, [inBase64, verifying], otherApp), otherHost);
      await forgeOther(learner);
      await register(learner, otherApp, `https://${otherHost}/in`);
    },
  },
];
