import { valueOf } from '../../../checked/known.ts';
import { pages } from '../../../spec/apis.ts';
import { errorPage } from '../../../auth/page.ts';
import { deniedPage, levelTexts, pinPage } from '../../../auth/pages.ts';
import { lower } from '../../../spec/permissions.ts';
import type { PrincipalOf } from '../../../declaration/principal.ts';
import { approvalId, approve } from '../../../auth/approvals.ts';
import {
  connectedAppsPath,
  consentJourney,
  openPage,
  redirectTo,
  show,
  suspendedApp,
  takeForm,
  turnAway,
} from '../../../auth/consent-visit.ts';
import type { Visit } from '../../../auth/consent-visit.ts';
import type { Answer, PageSpec, Transact } from '../../../declaration/endpoint.ts';
import { endpoint, html, redirect } from '../../../declaration/endpoint.ts';
import { encodeForm } from '../../../http/encoding.ts';
import { unlisted } from '../../../spec/limits.ts';
import { optional, string } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';
import type { Services } from '../../../declaration/services.ts';
import type { RequestToken } from '../../../state/tables/grants.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { toSecond } from '../../../state/clock.ts';
import { withQuery } from '../../../http/url.ts';

/** Which of the two pages of step 2 a visit uses (specification 4.1). */
type Way = 'authorize' | 'authenticate';

const deadToken = (because: string) =>
  turnAway(
    401,
    because,
    errorPage(
      'This request is not valid any more',
      'The request token is missing, unknown, used, already allowed or denied, or older than 15 minutes.',
      'Go back to the App and start again.',
    ),
  );

/** What the three endpoints share. Limits count for the App of the request token. */
const common = {
  api: pages,
  section: '4.1',
  auth: ['session'],
  permission: 'read',
  page: {
    appOf: (given, { tables }, now) => {
      const name = given.get('oauth_token');
      if (name === undefined) return deadToken('the parameter `oauth_token` is missing');
      const token = tables.request_tokens.get(name);
      if (!token) return deadToken('there is no such request token: it was used or denied, or never existed');
      if (now >= token.expires_at)
        return deadToken(`the request token ended at ${toSecond(token.expires_at)}`);
      // choice: o1-request-token — single use, for everybody.
      if (token.user_id !== null) return deadToken('the request token was allowed already');
      return tables.apps.must(token.app_id);
    },
    choices: ['o1-pages', 'o1-request-token', 'o1-callback-check'],
  } satisfies PageSpec,
  limits: unlisted('300 A'),
  choices: [
    'o1-pages',
    'html-pages',
    'o1-request-token',
    'o1-callback-check',
    'approvals',
    'o1-access-type',
    'email-consent',
    'suspended',
    'transport',
    'unlisted',
  ],
  answers: { 200: html(string()), 302: redirect(string()), 401: html(string()), 403: html(string()) },
  refuses: [],
  example: {},
} as const;

const query = {
  oauth_token: secret(optional(string(), 'The request token'), 'request token'),
  force_login: optional(string(), 'true makes the user enter credentials'),
  screen_name: optional(string(), 'Prefills the username'),
};

export const authorize = endpoint({
  ...common,
  id: 'authorize',
  method: 'GET',
  path: '/oauth/authorize',
  summary: 'Step 2: the page that asks the user, always',
  description:
    'Shows the sign-in form where nobody is signed in, then asks the user to allow or deny the App; it asks every time. Allow leads back to the callback with a verifier, or shows a PIN where the callback is `oob`.',
  query,
  handle: ({ principal, transact }, platform) => enter('authorize', principal, platform, transact, openPage),
});

export const authenticate = endpoint({
  ...common,
  id: 'authenticate',
  method: 'GET',
  path: '/oauth/authenticate',
  summary: 'Step 2: the page of Sign in with the service',
  description:
    'Shows the same pages as authorize, but skips the question for a user who has already approved the App, if the App has Sign in with the service switched on. It refuses a request token whose callback is `oob`.',
  query,
  handle: ({ principal, transact }, platform) =>
    enter('authenticate', principal, platform, transact, openPage),
});

export const decideOAuth1 = endpoint({
  ...common,
  id: 'decideOAuth1',
  method: 'POST',
  path: '/oauth/authorize',
  summary: 'Step 2: what the forms of the two pages post',
  description:
    'Takes the forms of the authorize and authenticate pages: the sign-in, then Allow or Deny. A browser sends it; an App never does.',
  handle({ principal, transact }, platform) {
    const way = principal.parameters.get('via') === 'authenticate' ? 'authenticate' : 'authorize';
    return enter(way, principal, platform, transact, takeForm);
  },
});

/** Turns away visits that cannot continue, and continues with the others. */
function enter(
  way: Way,
  visitor: PrincipalOf<'session'>,
  platform: Services,
  transact: Transact,
  goOn: (visit: Visit) => Answer,
): Answer {
  const { app } = visitor;
  const token = platform.tables.request_tokens.must(valueOf(visitor.parameters, 'oauth_token'));
  if (app.suspended) return suspendedApp;
  if (!app.oauth1)
    return turnAway(
      403,
      `the user authentication settings of ${app.name} do not include OAuth 1.0a`,
      errorPage(
        'This App does not use OAuth 1.0a',
        'Its user authentication settings exclude it.',
        'Ask its owner.',
      ),
    );
  if (way === 'authenticate' && token.oauth_callback === 'oob')
    return turnAway(
      403,
      'the request token is for a PIN (`oauth_callback` is oob), which authenticate does not show',
      errorPage(
        'This App must use authorize',
        'Only authorize shows a PIN; desktop Apps must use it.',
        'Go back to the App.',
      ),
    );
  if (token.oauth_callback !== 'oob' && !app.callback_urls.includes(token.oauth_callback))
    return callbackGone(app.name);
  const switchUser = `${platform.baseUrl}/oauth/${way}?${encodeForm([
    ['oauth_token', token.oauth_token],
    ['force_login', 'true'],
  ])}`;
  // choice: o1-access-type — capped by the App's level, which may have been lowered since step 1.
  const level = lower(token.permission, app.permission);
  // choice: email-consent — asked for according to the App's current toggle.
  const email = app.email_toggle;
  const approvedAlike = (user: User) => {
    const approval = platform.tables.approvals.get(approvalId('oauth1', app.id, user.id));
    return approval?.permission === level && approval.email === email;
  };
  const consent = {
    app,
    action: '/oauth/authorize',
    fields: { oauth_token: token.oauth_token, via: way, level, email: String(email) },
    switchUser,
    ...levelTexts(level, email),
    settings: `${platform.baseUrl}${connectedAppsPath}`,
    skips: (user: User) => way === 'authenticate' && app.sign_in && approvedAlike(user),
    allow: (user: User) => allow({ ...token, permission: level, email }, user, platform, transact),
    deny: () => deny(token, platform, transact),
  };
  const journey = consentJourney(consent, visitor.parameters);
  return goOn({ journey, visitor, platform, transact });
}

/** Nobody is redirected to an address that the App no longer has (choice: o1-callback-check). */
const callbackGone = (appName: string) =>
  turnAway(
    403,
    `the callback of the request token is none of the callback URLs of ${appName} any more`,
    errorPage(
      'This App may no longer receive you there',
      'The address that it would send you back to was taken off its callback URLs.',
      'Go back to the App and start again.',
    ),
  );

function allow(token: RequestToken, user: User, { state, tables }: Services, transact: Transact): Answer {
  const isPin = token.oauth_callback === 'oob';
  const oauth_verifier = transact((write) => {
    const verifier = isPin ? state.random.digits(7) : state.random.alphanumeric(32);
    const { permission, email } = token;
    write.request_tokens.update(token.oauth_token, {
      permission,
      email,
      user_id: user.id,
      oauth_verifier: verifier,
    });
    approve('oauth1', { app_id: token.app_id, user_id: user.id, permission, email }, write);
    return verifier;
  });
  if (isPin) return show(200, pinPage(tables.apps.must(token.app_id), oauth_verifier));
  return redirectTo(withQuery(token.oauth_callback, { oauth_token: token.oauth_token, oauth_verifier }));
}

function deny(token: RequestToken, { tables }: Services, transact: Transact): Answer {
  transact((write) => write.request_tokens.remove(token.oauth_token));
  if (token.oauth_callback === 'oob') return show(200, deniedPage(tables.apps.must(token.app_id)));
  return redirectTo(withQuery(token.oauth_callback, { denied: token.oauth_token }));
}
