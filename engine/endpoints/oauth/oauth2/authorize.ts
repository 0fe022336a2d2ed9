import { valueOf } from '../../../checked/known.ts';
import { pages } from '../../../spec/apis.ts';
import { errorPage } from '../../../auth/page.ts';
import type { PrincipalOf } from '../../../declaration/principal.ts';
import { levelOf } from '../../../spec/access-level.ts';
import { readScopes, scopeTexts } from '../../../spec/scopes.ts';
import type { Scope } from '../../../spec/scopes.ts';
import { approve } from '../../../auth/approvals.ts';
import { codeLifetime } from '../../../spec/lifetimes.ts';
import { isVerifier } from '../../../auth/pkce.ts';
import {
  connectedAppsPath,
  consentJourney,
  openPage,
  redirectTo,
  suspendedApp,
  takeForm,
  turnAway,
} from '../../../auth/consent-visit.ts';
import type { Visit } from '../../../auth/consent-visit.ts';
import type { Answer, PageSpec, Transact } from '../../../declaration/endpoint.ts';
import { endpoint, html, redirect } from '../../../declaration/endpoint.ts';
import { encodeForm } from '../../../http/encoding.ts';
import { unlisted } from '../../../spec/limits.ts';
import { offering, optional, string } from '../../../spec/fields.ts';
import type { Services } from '../../../declaration/services.ts';
import type { App, User } from '../../../state/tables/accounts.ts';
import { withQuery } from '../../../http/url.ts';

type Parameters = ReadonlyMap<string, string>;

const methods: ReadonlyMap<string, Asked['method']> = new Map([
  ['s256', 'S256'],
  ['plain', 'plain'],
]);

/** Never a redirect: nobody is sent to an address that the App's owner did not register (choice: o1-callback-check). */
const unknownClient = (because: string) =>
  turnAway(
    400,
    because,
    errorPage(
      'This App or its address is not known',
      'The App that sent you here is not registered under this client_id, or did not register this redirect_uri as a callback URL.',
      'Go back to the App and tell its owner.',
    ),
  );

const common = {
  api: pages,
  path: '/oauth2/authorize',
  aliases: ['/2/oauth2/authorize'],
  section: '5',
  auth: ['session'],
  permission: 'read',
  page: {
    appOf: (given, { tables }) => {
      const [clientId, redirectUri] = [given.get('client_id'), given.get('redirect_uri')];
      const app = tables.apps.firstBy('client_id', clientId ?? '');
      if (!app)
        return unknownClient(
          clientId
            ? `no App has the \`client_id\` \`${clientId.slice(0, 40).replaceAll('`', "'")}\``
            : '`client_id` is missing',
        );
      if (!redirectUri) return unknownClient('`redirect_uri` is missing');
      if (app.callback_urls.includes(redirectUri)) return app;
      return unknownClient(
        `\`redirect_uri\` is none of the ${app.callback_urls.length} callback URLs of ${app.name}, which are compared to the letter`,
      );
    },
    choices: ['pkce-authorize', 'o1-pages'],
  } satisfies PageSpec,
  limits: unlisted('300 A'),
  choices: [
    'pkce-paths',
    'pkce-authorize',
    'scopes',
    'email-consent',
    'o1-pages',
    'html-pages',
    'approvals',
    'suspended',
    'transport',
    'unlisted',
  ],
  answers: {
    200: html(string()),
    302: redirect(string()),
    400: html(string()),
    401: html(string()),
    403: html(string()),
  },
  refuses: [],
  example: {},
} as const;

export const authorizePkce = endpoint({
  ...common,
  id: 'authorizePkce',
  method: 'GET',
  summary: 'Show the page that asks a user to grant scopes',
  description:
    'Shows the sign-in form where nobody is signed in, then asks the user to grant the scopes. Approval redirects to the App with a code that is valid for 30 seconds; denial redirects with `error=access_denied`.',
  query: {
    response_type: offering(['code'], 'Required: asks for a code'),
    client_id: optional(string(), 'Client ID of the App'),
    redirect_uri: optional(string(), 'A callback URL of the App, exactly as registered'),
    scope: optional(string(), 'Names of scopes, separated by spaces'),
    state: optional(string(), 'Comes back on the redirect; at most 500 characters'),
    code_challenge: optional(string(), 'From the code verifier (RFC 7636 4.2)'),
    code_challenge_method: offering(['S256', 'plain'], 'How the challenge was made (RFC 7636 4.2)'),
  },
  handle: ({ principal, transact }, platform) => enter(principal, platform, transact, openPage),
});

export const decidePkce = endpoint({
  ...common,
  id: 'decidePkce',
  method: 'POST',
  summary: 'Take the forms of the authorize page',
  description:
    'Takes the forms of the authorize page: the sign-in, then Allow or Deny. A browser sends it; an App never does.',
  handle: ({ principal, transact }, platform) => enter(principal, platform, transact, takeForm),
});

function enter(
  visitor: PrincipalOf<'session'>,
  platform: Services,
  transact: Transact,
  goOn: (visit: Visit) => Answer,
): Answer {
  const { app, parameters } = visitor;
  if (app.suspended) return suspendedApp;
  const asked = readRequest(parameters, app);
  if ('error' in asked)
    return {
      ...redirectError(parameters, asked.error, asked.because),
      because: `\`${asked.error}\`: ${asked.because.slice(0, -1)}`,
    };
  const consent = {
    app,
    action: '/oauth2/authorize',
    fields: { ...carried(parameters), email: String(app.email_toggle) },
    switchUser: `${platform.baseUrl}/oauth2/authorize?${encodeForm([...Object.entries(carried(parameters)), ['force_login', 'true']])}`,
    ...scopeLists(asked.scopes),
    settings: `${platform.baseUrl}${connectedAppsPath}`,
    skips: () => false,
    allow: (user: User) => allow(asked, visitor, user, platform, transact),
    deny: () => redirectError(parameters, 'access_denied', 'The user did not allow it.'),
  };
  return goOn({ journey: consentJourney(consent, parameters), visitor, platform, transact });
}

function scopeLists(scopes: readonly Scope[]): { can: string[]; cannot: string[] } {
  const cannot = scopes.includes('users.email') ? [] : [scopeTexts['users.email']];
  return {
    can: scopes.map((scope) => scopeTexts[scope]),
    cannot: ['Anything else', 'See your password', ...cannot],
  };
}

const carriedNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

const carried = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(
    carriedNames.flatMap((name) => (parameters.has(name) ? [[name, valueOf(parameters, name)]] : [])),
  );

interface Asked {
  /** The requested scopes that can be granted. */
  readonly scopes: readonly Scope[];
  readonly challenge: string;
  readonly method: 'S256' | 'plain';
}

/** The request, or the error to send back by RFC 6749 4.1.2.1 (choice: pkce-authorize). */
function readRequest(given: Parameters, app: App): Asked | { error: string; because: string } {
  const wrong = (because: string) => ({ error: 'invalid_request', because });
  if (!app.oauth2)
    return { error: 'unauthorized_client', because: 'The settings of the App exclude OAuth 2.0.' };
  if (!given.get('response_type')) return wrong('response_type is required: code.');
  if (given.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', because: 'response_type must be code.' };
  const state = given.get('state') ?? '';
  if (state === '' || state.length > 500) return wrong('state is required, with at most 500 characters.');
  const challenge = given.get('code_challenge') ?? '';
  // A plain challenge is the verifier itself.
  if (!isVerifier(challenge))
    return wrong('code_challenge is required, with 43 to 128 unreserved characters.');
  const method = methods.get((given.get('code_challenge_method') ?? '').toLowerCase());
  if (!method) return wrong('code_challenge_method is required: S256 or plain.');
  const scopes = readScopes(given.get('scope') ?? '');
  if (!scopes)
    return { error: 'invalid_scope', because: 'scope is missing or has a name that is not known.' };
  // choice: email-consent — the answer of the token endpoint tells which scopes were granted (RFC 6749 3.3).
  const granted = scopes.filter((scope) => scope !== 'users.email' || app.email_toggle);
  if (granted.length === 0)
    return { error: 'invalid_scope', because: 'users.email needs the e-mail toggle of the App.' };
  return { scopes: granted, challenge, method };
}

function redirectError(parameters: Parameters, error: string, because: string): Answer {
  const state = parameters.get('state');
  return redirectTo(
    withQuery(valueOf(parameters, 'redirect_uri'), {
      error,
      error_description: because,
      ...(state && { state }),
    }),
  );
}

function allow(
  { scopes, challenge, method }: Asked,
  { app, parameters }: PrincipalOf<'session'>,
  user: User,
  { state }: Services,
  transact: Transact,
): Answer {
  const { code } = transact((write) => {
    const [permission, email] = [levelOf(scopes), scopes.includes('users.email')];
    approve('oauth2', { app_id: app.id, user_id: user.id, permission, email }, write);
    return write.authorization_codes.insert({
      code: state.random.alphanumeric(64),
      app_id: app.id,
      user_id: user.id,
      redirect_uri: valueOf(parameters, 'redirect_uri'),
      scopes,
      code_challenge: challenge,
      code_challenge_method: method,
      expires_at: state.now() + codeLifetime,
      used: false,
      family: state.random.alphanumeric(20),
    });
  });
  return redirectTo(
    withQuery(valueOf(parameters, 'redirect_uri'), { state: valueOf(parameters, 'state'), code }),
  );
}
