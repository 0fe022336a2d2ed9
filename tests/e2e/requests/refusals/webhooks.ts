/** The reasons of specification 7, met by receivers that run in the page. */
import type { ProblemName } from '../../../../engine/spec/problems.ts';
import { jonas, mira, of, retype } from './scene.ts';
import type { Scene } from './scene.ts';
import { hosts } from './world.ts';

const atlas = `https://${hosts['Atlas Insight']}`;
const bodyOf = (url: string): string => JSON.stringify({ url });
const register = (app: string, url: string): string =>
  of('registerWebhook', { app, auth: 'app', body: bodyOf(url) });

export const webhooks = {
  urlValidationFailed: {
    link: register('26007', `${atlas.replace('https', 'http')}/events`),
    status: 400,
    says: 'A webhook cannot have this address',
    act: `Use ${atlas}/events`,
  },
  duplicateUrlFailed: {
    link: register('26007', `${atlas}/events`),
    status: 400,
    says: 'The App has a webhook for this address',
    act: 'Change url',
    then: retype(bodyOf(`${atlas}/others`)),
  },
  crcValidationFailed: {
    link: register('26007', 'https://nobody.example/events'),
    status: 400,
    says: 'The callback did not prove itself',
    act: 'Change url',
    then: retype(bodyOf(`${atlas}/more`)),
  },
  webhookLimitExceeded: {
    link: register('26006', `https://${hosts['Lantern Bot']}/events`),
    status: 400,
    says: 'The App has as many webhooks as its plan allows',
    act: 'Switch to Pro',
  },
  webhookIdInvalid: {
    link: of('validateWebhook', { app: '26003', auth: 'app', 'path.webhook_id': '1' }),
    status: 400,
    says: 'The App has no webhook with this id',
    act: /^Use \d{19}$/,
  },
  duplicateSubscriptionFailed: {
    link: ({ webhookId }) => of('subscribe', { app: '26003', auth: 'oauth1', 'path.webhook_id': webhookId }),
    status: 400,
    says: 'The App is subscribed to this user already',
    because: 'The subscription already exists: nothing has to be fixed.',
  },
  subscriptionNotFound: {
    link: ({ webhookId }) =>
      of('unsubscribe', {
        ...{ app: '26003', auth: 'app' },
        ...{ 'path.webhook_id': webhookId, 'path.user_id': jonas },
      }),
    status: 400,
    says: 'The App is not subscribed to this user',
    act: `Use ${mira}`,
  },
} satisfies Partial<Record<ProblemName, Scene>>;
