/** Every endpoint called in every way that it accepts, with the contents of the whole snapshot. */
import { encodeForm } from '../../engine/inside.ts';
import type { AuthKind, EndpointDescription } from '../../engine/inside.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { example } from '../../testing/examples.ts';
import { code_verifier } from '../../testing/legs.ts';
import { basicOf } from '../../testing/platform.ts';
import type { caller, Client, Message } from '../../testing/platform.ts';
import type { Filled, UnderWay } from './whole-snapshot.ts';

export interface WholeCall {
  readonly id: string;
  readonly kind: AuthKind;
  readonly client: Client;
  readonly message: Message;
}

type As = ReturnType<typeof caller>;

/** First calls that read and write, then those that delete; at the end those that revoke the credentials of others. */
const last = [
  ...['subscribe', 'deleteWebhook', 'deleteList'],
  // A user has one.
  ...['deleteProductSet', 'deleteCatalog', 'createCatalog'],
  ...['invalidateBearerToken', 'invalidateUserToken', 'changeConnectedApps'],
];
const order = ({ id, method }: EndpointDescription): number =>
  last.includes(id) ? 2 + last.indexOf(id) : Number(method === 'DELETE');
const ordered = endpoints.toSorted((one, other) => order(one) - order(other));

export function wholeCalls(as: As, underWay: UnderWay): readonly WholeCall[] {
  const clients = clientsOf(as, underWay);
  // The snapshot's own, whatever happened to them later.
  const shop = as.shop();
  const found = { ...as, webhookId: () => underWay.webhookId, shop: () => shop };
  return ordered.flatMap((endpoint) => {
    const { id, auth } = endpoint;
    const messages = flowMessages(underWay)[id] ?? [example(endpoint, found)];
    return auth.flatMap((kind) => messages.map((message) => ({ id, kind, client: clients[kind], message })));
  });
}

function clientsOf(as: As, { keys, client, user, allowed, oauth2 }: UnderWay): Record<AuthKind, Client> {
  return {
    ...{ none: as.anonymous, address: as.anonymous, session: as.anonymous, visitor: as.anonymous },
    ...{ basic: as.basic(), consumer: as.consumer(), app: as.bearer() },
    requestToken: as.signing({ ...keys, ...allowed }),
    client: as.raw(basicOf({ consumer_key: client.client_id, consumer_secret: client.client_secret })),
    oauth1: as.signing({ ...keys, ...user }),
    oauth2: as.withBearer(oauth2.access_token),
  };
}

/** The steps of the flows, whose examples are not enough: they need values from earlier steps. */
function flowMessages(underWay: UnderWay): Readonly<Record<string, readonly Message[]>> {
  const { pages, forms, allowed, code, callback, toRefresh, toRevoke } = underWay;
  const headers = [['cookie', underWay.cookie]] as const;
  const open = (path: string): readonly Message[] => [{ path, headers }];
  const submit = (filled: Filled): readonly Message[] => [{ method: 'POST', headers, ...filled }];
  const token = (form: Readonly<Record<string, string>>): Message => ({
    method: 'POST',
    path: '/2/oauth2/token',
    form,
  });
  const { oauth_verifier } = allowed;
  return {
    authorize: open(pages.authorize),
    authenticate: open(pages.authenticate),
    decideOAuth1: submit(forms.oauth1),
    accessToken: [
      { method: 'POST', path: `/oauth/access_token?${encodeForm([['oauth_verifier', oauth_verifier]])}` },
    ],
    showConnectedApps: open('/settings/connected_apps'),
    changeConnectedApps: submit(forms.connected),
    authorizePkce: open(pages.pkce),
    decidePkce: submit(forms.pkce),
    exchangeCode: [
      token({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier }),
      token({ grant_type: 'refresh_token', refresh_token: toRefresh.refresh_token }),
    ],
    revokeToken: [
      { method: 'POST', path: '/2/oauth2/revoke', form: { token: toRevoke.access_token } },
      { method: 'POST', path: '/2/oauth2/revoke', form: { token: toRevoke.refresh_token } },
    ],
  };
}
