/** Carries out the engine's advice for a refusal, as a page does for a person. */
import { decodeForm, encodeForm, text, utf8 } from '../../engine/inside.ts';
import type { Act, Change, Credential, Platform, Shown } from '../../engine/inside.ts';
import { endpoints } from '../../testing/endpoints.ts';
import type { openLegs } from '../../testing/legs.ts';
import { basicOf } from '../../testing/platform.ts';
import type { Client, Message } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';

export type Legs = Awaited<ReturnType<typeof openLegs>>;

/** A call and its caller: what an act can change. */
export interface Attempt {
  readonly message: Message;
  readonly by: Client;
  /** The text that a person types where only they know it. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Who holds the credentials that the call may need, besides the starter's. */
  readonly holds?: (legs: Legs, take: readonly string[], appId: string | null) => Client;
}

/** The attempt after the act, and the platform on which it continues. */
export async function perform(legs: Legs, act: Act, attempt: Attempt): Promise<Attempt> {
  const { platform, as } = legs;
  switch (act.kind) {
    case 'switchPlan':
      must(await platform.do('portal.setPlan', act.projectId, act.plan));
      return attempt;
    case 'raisePermission':
      must(await platform.do('portal.updateApp', act.appId, { permission: act.to }));
      return perform(legs, act.then, attempt);
    case 'generateToken': {
      const { made } = must(await platform.do('portal.regenerate', act.appId, act.credential));
      return { ...attempt, by: byNew(legs, made) };
    }
    case 'giveToken': {
      const { bearer_token } = as.credential('app', nameOf(platform, act.appId));
      return changed(attempt, [{ field: act.field, value: bearer_token }]);
    }
    case 'signInAgain':
      return { ...attempt, by: await signedIn(legs, act) };
    case 'attachToProject':
      must(await platform.do('portal.attachApp', act.appId, act.projectId));
      return attempt;
    case 'liftSuspension':
      must(await platform.do('portal.setSuspended', act.appId, false));
      return attempt;
    case 'liftAbuse':
      must(await platform.do('portal.liftAbuse', act.appId));
      return attempt;
    case 'giveAdAccess':
      must(await platform.do('ads.setAccess', act.accountId, act.userId, true));
      return attempt;
    case 'openCall': {
      const { method, path } = endpoints.find(({ id }) => id === act.endpointId)!;
      const filled = path.replace(/:(\w+)/g, (_, name: string) => act.path[name]!);
      const { status } = await as.user().send({ method, path: `${platform.adsBaseUrl}${filled}` });
      if (status !== 200) throw new Error(`${method} ${filled}: ${status}`);
      return attempt;
    }
    case 'openCatalog':
      must(
        await (act.door === 'terms'
          ? platform.do('catalog.setTermsAccepted', act.userId, true)
          : platform.do('catalog.setEarlyAccess', act.userId, true)),
      );
      return attempt;
    case 'enableOAuth':
      must(await platform.do('portal.updateApp', act.appId, { [act.version]: true }));
      return attempt;
    case 'jumpTo':
      await platform.clock.advance(act.at - platform.clock.now());
      return attempt;
    case 'undoJump':
      return perform(legs, act.or, attempt);
    case 'correctSignature':
      return { ...attempt, by: holder(legs, ['oauth1'], null, null) };
    case 'changeText':
      return changed(attempt, [{ field: act.field, value: typed(attempt, act.field) }]);
    case 'useValue':
      return changed(attempt, act.changes);
    case 'useCredential':
      return {
        ...attempt,
        by: attempt.holds?.(legs, act.take, act.appId) ?? holder(legs, act.take, act.appId, act.userId),
      };
    case 'sendAgain':
    case 'none':
      return attempt;
  }
}

/** A member of a JSON body is typed as text, and changed as JSON. */
function typed({ typed: texts }: Attempt, field: string): string {
  const text = texts?.[field];
  if (text === undefined) throw new Error(`The scenario says nothing to be typed into ${field}`);
  return field.startsWith('body.') ? JSON.stringify(text) : text;
}

const nameOf = (platform: Platform, appId: string): string =>
  platform.portal.apps().find(({ id }) => id === appId)!.name;

function holder(
  { platform, as }: Legs,
  take: readonly string[],
  appId: string | null,
  userId: string | null,
): Client {
  const app = appId === null ? 'Northwind Reader' : nameOf(platform, appId);
  const username = platform.portal.users().find(({ id }) => id === userId)?.username ?? 'mira_holm';
  if (take.includes('app')) return as.bearer(app);
  if (take.includes('oauth1')) return as.user(username, app);
  if (take.includes('basic')) return as.basic(app);
  const { client_id, client_secret } = as.credential('client', app);
  return as.raw(basicOf({ consumer_key: client_id, consumer_secret: client_secret ?? '' }));
}

function byNew({ as }: Legs, made: Shown | Credential): Client {
  switch (made.kind) {
    case 'app':
      return as.withBearer(made.bearer_token);
    case 'oauth1':
      return as.signing({ ...as.credential('basic', made.appName), ...made });
    case 'basic':
      return as.raw(basicOf(made));
    case 'client':
      return as.raw(basicOf({ consumer_key: made.client_id, consumer_secret: made.client_secret ?? '' }));
    case 'oauth2':
      return as.withBearer(made.access_token);
  }
}

async function signedIn(
  legs: Legs,
  { flow, userId, scopes }: Extract<Act, { kind: 'signInAgain' }>,
): Promise<Client> {
  const username = legs.platform.portal.users().find(({ id }) => id === userId)?.username ?? 'jonas_berg';
  if (flow === 'oauth1') return legs.as.signing({ ...legs.keys, ...(await legs.grant(username)) });
  const { access_token } = await legs.pkce(scopes.length > 0 ? scopes.join(' ') : undefined, username);
  return legs.as.withBearer(access_token);
}

const changed = (attempt: Attempt, changes: readonly Change[]): Attempt => ({
  ...attempt,
  message: changes.reduce(change, attempt.message),
});

function change(message: Message, { field, value, name }: Change): Message {
  const [place, ...rest] = field.split('.');
  const key = rest.join('.');
  switch (place) {
    case 'url':
      return { ...message, path: value! };
    case 'method':
      return { ...message, method: value! };
    case 'path':
      // The last named segment of the path.
      return { ...message, path: message.path.replace(/\/[^/?]*(?=(\/all)?($|\?))/, `/${value}`) };
    case 'query': {
      const [path = '', query = ''] = message.path.split('?');
      const pairs = replaced(decodeForm(query), key, name ?? key, value);
      return { ...message, path: pairs.length > 0 ? `${path}?${encodeForm(pairs)}` : path };
    }
    case 'header':
      return { ...message, headers: replaced(message.headers ?? [], key, key, value) };
    case 'form':
      return {
        ...message,
        form: Object.fromEntries(replaced(Object.entries(message.form ?? {}), key, name ?? key, value)),
      };
    case 'body':
      return changeBody(message, rest, name, value);
    default:
      throw new Error(`No part of a call is ${field}`);
  }
}

function replaced(
  pairs: readonly (readonly [string, string])[],
  from: string,
  to: string,
  value: string | null,
): [string, string][] {
  const others = pairs.filter(([name]) => name.toLowerCase() !== from.toLowerCase());
  return [...others, ...(value === null ? [] : [[to, value] as const])].map(([name, each]) => [name, each]);
}

function changeBody(
  message: Message,
  path: readonly string[],
  name: string | undefined,
  value: string | null,
): Message {
  const { body, ...rest } = message;
  if (path.length === 0) return { ...message, body: utf8(value ?? '') };
  const json = structuredClone(body ? (JSON.parse(text(body)) as unknown) : message.json);
  const holding = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as never, json as never);
  const last = path.at(-1)!;
  Reflect.deleteProperty(holding, last);
  if (value !== null) holding[name ?? last] = JSON.parse(value);
  return { ...rest, json };
}
