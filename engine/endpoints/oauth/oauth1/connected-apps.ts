/** The page where users see which Apps can act for them, and take access back (choice: approvals). */
import { connectedApps, withdraw } from '../../../auth/approvals.ts';
import { errorPage } from '../../../auth/page.ts';
import { connectedPage } from '../../../auth/pages.ts';
import type { PageForm } from '../../../auth/pages.ts';
import { connectedAppsPath, openPage, show, takeForm, turnAway } from '../../../auth/consent-visit.ts';
import type { Visit } from '../../../auth/consent-visit.ts';
import type { PrincipalOf } from '../../../declaration/principal.ts';
import type { Answer, Transact } from '../../../declaration/endpoint.ts';
import { endpoint, html } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import { pages } from '../../../spec/apis.ts';
import { string } from '../../../spec/fields.ts';
import { unlisted } from '../../../spec/limits.ts';
import type { User } from '../../../state/tables/accounts.ts';

const common = {
  api: pages,
  path: connectedAppsPath,
  section: '4.1',
  auth: ['visitor'],
  permission: 'read',
  page: { appOf: null, choices: ['approvals', 'html-pages'] },
  limits: unlisted('300 U'),
  choices: ['approvals', 'html-pages', 'transport', 'unlisted'],
  refuses: [],
  example: {},
} as const;

export const showConnectedApps = endpoint({
  ...common,
  id: 'showConnectedApps',
  method: 'GET',
  summary: 'Show the page of the Apps that can act for a user',
  description:
    'Shows a signed-in user the Apps that can act for them, with the permission level and since when. Each App has a button that takes its access back.',
  answers: { 200: html(string()) },
  handle: ({ principal, now, transact }, platform) => enter(principal, platform, now, transact, openPage),
});

export const changeConnectedApps = endpoint({
  ...common,
  id: 'changeConnectedApps',
  method: 'POST',
  summary: 'Take back the access of an App',
  description:
    'Takes the form of the connected Apps page. It ends every token that the App has for this user, and everything that could lead to a new one.',
  answers: { 200: html(string()), 403: html(string()), 404: html(string()) },
  handle: ({ principal, now, transact }, platform) => enter(principal, platform, now, transact, takeForm),
});

function enter(
  visitor: PrincipalOf<'visitor'>,
  platform: Services,
  now: number,
  transact: Transact,
  goOn: (visit: Visit) => Answer,
): Answer {
  const { state, baseUrl } = platform;
  const switchUser = `${baseUrl}${connectedAppsPath}?force_login=true`;
  const shows = (user: User, form: PageForm): Answer =>
    show(200, connectedPage(user, connectedApps(user.id, state, now), form, switchUser));
  const takes = {
    withdraw: (user: User, form: PageForm): Answer => {
      const appId = visitor.parameters.get('app_id');
      const connected = connectedApps(user.id, state, now).find(({ app }) => app.id === appId);
      if (!connected) return notConnected;
      transact((write) => withdraw(connected.app.id, user.id, state, write));
      return shows(user, form);
    },
  };
  const journey = { app: null, action: connectedAppsPath, fields: {}, shows, takes };
  return goOn({ journey, visitor, platform, transact });
}

const notConnected = turnAway(
  404,
  'no App with this `app_id` can act for the user',
  errorPage(
    'This App cannot use your account',
    'It has no access that could be taken back: that was done already, or there never was any.',
    'Open the page again.',
  ),
);
