/** Keeps in the page what the platform shows only once. */
import { membersIn } from '../../../parts/json.ts';
import { decodeForm, isResponse, isText, text } from '../../../../worker/api.ts';
import type { Sent } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** `path`: that of the endpoint that answered. */
export async function keepToken(session: PageSession, path: string, sent: Sent): Promise<void> {
  if (path === '/oauth2/token') await keepBearer(session, sent);
  if (path === '/oauth/request_token') keepRequestToken(session, sent);
  if (path === '/2/oauth2/token') await keepRefreshed(session, sent);
}

/** The pair that a refresh token was exchanged for replaces the one in the vault. */
async function keepRefreshed(session: PageSession, { outcome, exchange }: Sent): Promise<void> {
  if (!isResponse(outcome) || outcome.status !== 200 || !exchange.request.body) return;
  const used = new Map(decodeForm(text(exchange.request.body))).get('refresh_token');
  const held = session.world.vault.find((each) => each.kind === 'oauth2' && each.refresh_token === used);
  const { access_token, refresh_token, scope } = membersIn(text(outcome.body));
  if (held?.kind !== 'oauth2' || !isText(access_token) || !isText(refresh_token) || !isText(scope)) return;
  await session.playground.keep({ ...held, access_token, refresh_token, scopes: scope.split(' ') });
  session.notices.say(`The new tokens of @${held.username} replace the old ones in the vault.`);
}

/** The next steps of the flow use it: step 2 names it, step 3 signs with its secret. */
function keepRequestToken(session: PageSession, { outcome, exchange }: Sent): void {
  if (!isResponse(outcome) || outcome.status !== 200 || exchange.appId === null) return;
  const { oauth_token, oauth_token_secret } = Object.fromEntries(decodeForm(text(outcome.body)));
  if (oauth_token === undefined || oauth_token_secret === undefined) return;
  session.secrets.requestToken = { appId: exchange.appId, oauth_token, oauth_token_secret };
  session.notices.say('The request token is kept until the page is closed: the next steps use it.');
}

/** A bearer token is shown only once, so the page's vault keeps it, as a password manager would. */
async function keepBearer(session: PageSession, { outcome, exchange }: Sent): Promise<void> {
  const token = !isResponse(outcome) || outcome.status !== 200 ? null : bearerIn(text(outcome.body));
  const app = session.world.apps.find((each) => each.id === exchange.appId);
  if (!token || !app) return;
  const held = session.world.vault.find((each) => each.kind === 'app' && each.appId === app.id);
  if (held?.kind === 'app' && held.bearer_token === token) return;
  const id = held?.id ?? `${app.id}-app`;
  await session.playground.keep({ id, appId: app.id, appName: app.name, kind: 'app', bearer_token: token });
  session.notices.say(`The bearer token of ${app.name} is kept in this page: Bearer calls use it.`);
}

function bearerIn(body: string): string | null {
  const { access_token } = membersIn(body);
  return typeof access_token === 'string' ? access_token : null;
}
