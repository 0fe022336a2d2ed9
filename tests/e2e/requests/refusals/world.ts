/**
 * The world in which every refusal is met, as a file to import: what has to have happened before, and a clock that
 * stands, so that a code of thirty seconds waits for its turn.
 */
import type { Credential } from '../../../../engine/index.ts';
import { encodeFile } from '../../../../worker/host/transfer/state-file.ts';
import { code_verifier, openLegs } from '../../../../testing/legs.ts';
import type { Legs } from '../../../support/acting.ts';
import { people } from '../../../support/activity.ts';
import type { OAuth2Answer, Token } from '../../../../testing/legs.ts';
import { createCatalog, openCatalogTo } from '../../../../testing/merchant.ts';
import { basicOf } from '../../../../testing/platform.ts';
import { appNamed, must } from '../../../../testing/portal.ts';
import { honest, Receivers } from '../../../../testing/receivers.ts';
import { receiverCode } from '../../../support/webhook-file.ts';

export const hosts = {
  'Northwind Courier': 'hooks.courier.example',
  'Lantern Bot': 'hooks.lantern.example',
  'Atlas Insight': 'hooks.atlas.example',
} as const;

/** What links name. */
export interface World {
  /** Of the only webhook of Northwind Courier, which is subscribed to @mira_holm. */
  readonly webhookId: string;
  /** Approved by @jonas_berg, each for one exchange. */
  readonly requestTokens: readonly Token[];
  /** Of Northwind Reader, each for one exchange. */
  readonly codes: readonly string[];
  /** Of Atlas Insight. */
  readonly atlasCode: string;
  /** Of Northwind Reader; it was given users.read, post.read and offline.access. */
  readonly refreshToken: string;
  /** Of Northwind Reader. */
  readonly accessToken: string;
  readonly bearerToken: string;
  /** A webhook is checked every hour of a month that is jumped over: it is in the file of its own scenes alone. */
  readonly without: WorldFile;
  readonly withWebhook: WorldFile;
}

export interface WorldFile {
  readonly file: Buffer;
  /** The number of the last call that its log has. */
  readonly sequence: number;
}

let made: Promise<World> | null = null;

/** Made once for all tests of a process. */
export const refusalWorld = (): Promise<World> => (made ??= make());

async function make(): Promise<World> {
  const receivers = new Receivers();
  const legs = await openLegs('Northwind Reader', { send: receivers.send });
  const { platform, as } = legs;
  for (const [app, host] of Object.entries(hosts)) {
    const { consumer_secret } = as.credential('basic', app);
    receivers.at(host, honest(consumer_secret));
    must(await platform.do('receivers.save', host, receiverCode(`new Response()`)(consumer_secret)));
  }
  await useUp(legs);
  await platform.clock.freeze();
  await as.user().post('/2/posts', { text: 'Twice' });

  must(await platform.do('catalog.setTermsAccepted', people.mira, true));
  must(await platform.do('catalog.setEarlyAccess', people.jonas, true));
  await openCatalogTo(platform, people.aiko);
  await createCatalog(as.user('aiko_tan'));

  const requestTokens = [await approved(legs), await approved(legs)];
  const codes: string[] = [];
  for (let code = 0; code < 4; code++) codes.push(await codeOf(legs));
  const atlas = appNamed(platform, 'Atlas Insight');
  const atlasCode = await codeOf(legs, {
    client_id: atlas.clientId,
    redirect_uri: atlas.settings.callback_urls[0]!,
  });
  const whole = await legs.pkce('users.read post.read offline.access', 'mira_holm');
  const narrow = await legs.pkce('users.read post.read', 'mira_holm');
  const desk = await deskToken(legs);
  must(await platform.do('portal.updateApp', atlas.id, { oauth2: false }));
  must(await platform.do('portal.updateApp', appNamed(platform, 'Harbour Desk').id, { oauth2: false }));
  must(await platform.do('portal.updateApp', appNamed(platform, 'Northwind Viewer').id, { oauth1: false }));

  const vault = [
    ...platform.initialCredentials,
    kept('26001', 'Northwind Reader', narrow),
    kept('26004', 'Harbour Desk', desk),
  ];
  const fileNow = () => ({
    sequence: platform.exchanges.list().at(-1)!.sequence,
    file: Buffer.from(encodeFile({ ...platform.snapshot(), vault })),
  });
  const without = fileNow();
  const webhookId = await registered(legs);
  return {
    ...{ webhookId, requestTokens, codes, atlasCode },
    ...{ refreshToken: whole.refresh_token, accessToken: whole.access_token },
    bearerToken: as.credential('app', 'Northwind Reader').bearer_token,
    ...{ without, withWebhook: fileNow() },
  };
}

/** Windows and the month's posts of those Apps that are refused for it. */
async function useUp({ platform, as }: Legs): Promise<void> {
  for (let loaf = 0; loaf < 100; loaf++) await as.user().post('/2/posts', { text: `Loaf ${loaf}` });
  const lantern = as.bearer('Lantern Bot');
  await lantern.get('/2/posts/search/recent?query=loaf&max_results=100');
  await platform.clock.advance(900_000);
  const ask = { method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } };
  while ((await as.basic('Atlas Insight').send(ask)).status === 200);
  const writer = as.user('mira_holm', 'Lantern Bot');
  for (let post = 0; (await writer.post('/2/posts', { text: `Evening ${post}` })).status === 201; post++);
}

async function registered({ as }: Legs): Promise<string> {
  const url = `https://${hosts['Northwind Courier']}/events`;
  const { json } = await as.bearer('Northwind Courier').post('/2/webhooks', { url });
  const webhookId = json['id'] as string;
  const subscribing = `/2/account_activity/webhooks/${webhookId}/subscriptions/all`;
  const subscribed = await as.user('mira_holm', 'Northwind Courier').post(subscribing);
  if (subscribed.status !== 200) throw new Error(subscribed.text);
  return webhookId;
}

async function approved(legs: Legs): Promise<Token> {
  const token = await legs.askToken();
  await legs.decide(token);
  return token;
}

async function codeOf({ consent }: Legs, chosen: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await consent(chosen, 'mira_holm')).parameter('code')!;
}

async function deskToken(legs: Legs): Promise<OAuth2Answer> {
  const { client_id, client_secret } = legs.as.credential('client', 'Harbour Desk');
  const redirect_uri = appNamed(legs.platform, 'Harbour Desk').settings.callback_urls[0]!;
  const code = await codeOf(legs, { client_id, redirect_uri });
  const by = legs.as.raw(basicOf({ consumer_key: client_id, consumer_secret: client_secret! }));
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
  return (await legs.post(by, '/2/oauth2/token', {}, form)).json as unknown as OAuth2Answer;
}

const kept = (appId: string, appName: string, answer: OAuth2Answer): Credential => ({
  ...{
    id: `${appId}-oauth2-${people.mira}`,
    appId,
    appName,
    kind: 'oauth2' as const,
    scopes: answer.scope.split(' '),
  },
  ...{ access_token: answer.access_token, refresh_token: null },
  ...{ userId: people.mira, username: 'mira_holm' },
});
