/** A snapshot with rows in every table, the credentials that it was made with, and unfinished flows. */
import type { Credential, Row, Send, Snapshot } from '../../engine/inside.ts';
import { utf8 } from '../../engine/index.ts';
import { exampleFeed } from '../../engine/endpoints/catalog/examples.ts';
import { scopeTexts } from '../../engine/spec/scopes.ts';
import type { Browser } from '../../testing/browser.ts';
import { fewOfStarter } from './few.ts';
import { openLegs } from '../../testing/legs.ts';
import type { OAuth2Answer, Token } from '../../testing/legs.ts';
import type { Client } from '../../testing/platform.ts';
import { made, must } from '../../testing/portal.ts';
import { failure, honest, Receivers } from '../../testing/receivers.ts';

const mira = '2244994945';
const host = 'hooks.northwind.example';
const scope = Object.keys(scopeTexts)
  .filter((name) => name !== 'users.email')
  .join(' ');

/** A form of one of the platform's pages as a browser would submit it. */
export interface Filled {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Values in the snapshot that a call can use. */
export interface UnderWay {
  readonly keys: { readonly consumer_key: string; readonly consumer_secret: string };
  readonly client: { readonly client_id: string; readonly client_secret: string };
  readonly callback: string;
  /** Mira's, at the highest level. */
  readonly user: Token;
  readonly cookie: string;
  /** Pages of undecided request tokens. */
  readonly pages: { readonly authorize: string; readonly authenticate: string; readonly pkce: string };
  readonly forms: { readonly oauth1: Filled; readonly pkce: Filled; readonly connected: Filled };
  readonly allowed: Token & { readonly oauth_verifier: string };
  /** An authorization code that was not redeemed. */
  readonly code: string;
  /** Mira's, and two more that calls may end. */
  readonly oauth2: OAuth2Answer;
  readonly toRefresh: OAuth2Answer;
  readonly toRevoke: OAuth2Answer;
  readonly webhookId: string;
}

export interface Whole {
  readonly snapshot: Snapshot;
  readonly credentials: readonly Credential[];
  readonly underWay: UnderWay;
  /** The outside world as it was then. */
  readonly send: Send;
}

type Legs = Awaited<ReturnType<typeof openLegs>>;

/** The starter after a few calls: it also has counted windows, used nonces, refusals and a log. */
export async function wholeSnapshot(): Promise<Whole> {
  const receivers = new Receivers();
  const { snapshot: few, credentials } = await fewOfStarter();
  const legs = await openLegs('Northwind Reader', { snapshot: few, credentials, send: receivers.send });
  const { platform, as } = legs;
  await legs.update({ permission: 'read-write-directmessages' });
  must(await platform.do('portal.setPlan', legs.app().projectId!, 'enterprise'));
  const user = made(await platform.do('portal.allow', legs.app().id, mira)) as unknown as Token;
  const me = as.signing({ ...legs.keys, ...user });
  await as.user('jonas_berg').get('/2/users/me');
  await me.post('/2/posts', { text: 'Kept', poll: { options: ['a', 'b'], duration_minutes: 60 } });
  must(await platform.do('receivers.save', 'echo.example', 'export default () => new Response()'));
  must(await platform.do('receivers.keepItems', 'echo.example', [['seen', '1']]));
  // Answers that never arrived.
  for (const name of ['Asked', 'Asked again']) await platform.doOnce(name, 'portal.createApp', name, null);
  await refusals(legs);
  // A feed with a run that rejected a row.
  receivers.at('shop.northwind.example', () => ({
    ...{ status: 200, headers: [], body: utf8('id,title\nbroken\n') },
  }));
  must(await platform.do('feeds.run', exampleFeed));
  await platform.clock.advance(60_000);
  const webhookId = await activity(legs, me, receivers);
  const underWay = await begun(legs, user, webhookId);
  const { tables, ...head } = platform.snapshot();
  const outbox = [...strays(platform.clock.now(), webhookId), ...tables['outbox']!];
  return {
    snapshot: { ...head, tables: { ...tables, outbox } },
    credentials,
    underWay,
    send: receivers.send,
  };
}

/** A subscribed webhook with acknowledged events, and one that waits for its next try; returns its id. */
async function activity({ platform, as, keys }: Legs, me: Client, receivers: Receivers): Promise<string> {
  receivers.at(host, honest(keys.consumer_secret));
  const registered = await as.bearer().post('/2/webhooks', { url: `https://${host}/whole` });
  const { id } = registered.json as unknown as { id: string };
  await me.post(`/2/account_activity/webhooks/${id}/subscriptions/all`);
  await me.post('/2/posts', { text: 'Told' });
  await platform.clock.advance(1);
  receivers.at(host, () => failure('refused'));
  await me.post('/2/posts', { text: 'Told to nobody' });
  await platform.clock.advance(1);
  receivers.at(host, honest(keys.consumer_secret));
  return id;
}

/** An App blocked for abuse, and its notice to the owner. */
async function refusals({ platform, as }: Legs): Promise<void> {
  const lantern = as.bearer('Lantern Bot');
  for (let call = 0; call < 2; call++) await lantern.get('/2/posts/2020777185899446272');
  await platform.do('portal.setAbuse', true);
  await lantern.get('/2/posts/2020777185899446272');
  await platform.do('portal.setAbuse', false);
}

/** Both flows, up to the step before their end; those of other users completely. */
async function begun(legs: Legs, user: Token, webhookId: string): Promise<UnderWay> {
  const { keys, client, callback } = legs;
  const [shown, skipped, allowed] = [await legs.askToken(), await legs.askToken(), await legs.askToken()];
  const verifier = (await legs.decide(allowed, 'mira_holm')).parameter('oauth_verifier')!;
  const oauth2 = await legs.pkce(scope, 'mira_holm');
  const toRefresh = await legs.pkce(scope, 'jonas_berg');
  const toRevoke = await legs.pkce(scope, 'aiko_tan');
  const code = (await legs.consent({ scope }, 'mira_holm')).parameter('code')!;
  const browser = legs.browser();
  const pages = {
    authorize: `/oauth/authorize?oauth_token=${shown.oauth_token}`,
    authenticate: `/oauth/authenticate?oauth_token=${skipped.oauth_token}`,
    pkce: legs.authorizeQuery({ scope }),
  };
  await browser.login(await browser.open(pages.authorize), 'mira_holm');
  const filled = async (page: string, action: string): Promise<Filled> => {
    const { markup, address } = await browser.open(page);
    const { pathname, search } = new URL(markup.form!.action, address);
    return { path: pathname + search, form: { ...markup.form!.fields, action } };
  };
  return {
    ...{ keys, callback, user, pages, code, oauth2, toRefresh, toRevoke, webhookId },
    client: client as UnderWay['client'],
    cookie: cookieOf(browser),
    forms: {
      oauth1: await filled(pages.authorize, 'allow'),
      pkce: await filled(pages.pkce, 'allow'),
      connected: await filled('/settings/connected_apps', 'withdraw'),
    },
    allowed: { ...allowed, oauth_verifier: verifier },
  };
}

const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** State that no call leaves behind: a check under way. */
const strays = (now: number, webhook_id: string): Row[] => [
  {
    ...{ id: '3', effect: 'webhookCheck', key: `crc:${webhook_id}`, due: now + 2000, attempts: 0 },
    data: { webhook_id, token: 'challenge' },
  },
];
