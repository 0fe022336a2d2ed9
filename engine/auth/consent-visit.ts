/**
 * A visit to the platform's own pages, the same for OAuth 1.0a and 2.0: sign in, consent, decide. The journey defines
 * the question and where the answer leads (choice: o1-pages).
 */
import type { Answer, Transact } from '../declaration/endpoint.ts';
import type { HeaderList } from '../http/messages.ts';
import type { Services } from '../declaration/services.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { Session } from '../state/tables/grants.ts';
import { connectedApps } from './approvals.ts';
import { errorPage } from './page.ts';
import { consentPage, loginPage } from './pages.ts';
import type { PageForm } from './pages.ts';
import type { PrincipalOf } from '../declaration/principal.ts';
import { sessionCookie, startSession } from './session.ts';

export interface Journey {
  /** The App that asks; null for a page where no App asks. */
  readonly app: App | null;
  /** The path that the forms post to, under the platform's base. `fields` are their hidden fields. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The page for a signed-in user. */
  readonly shows: (user: User, form: PageForm) => Answer;
  /** What the page's forms do for a signed-in user, by their `action`. */
  readonly takes: Readonly<Record<string, (user: User, form: PageForm) => Answer>>;
}

/** What an App asks a user, and what each answer does. */
export interface Consent {
  readonly app: App;
  readonly action: string;
  /** The hidden fields of the forms, including what the question depends on. */
  readonly fields: Readonly<Record<string, string>>;
  /** The address of the same visit, starting at the login page. */
  readonly switchUser: string;
  readonly settings: string;
  /** What the App will be able to do. `cannot` is what it will not be able to do. */
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  /** Whether this user need not be asked again. */
  readonly skips: (user: User) => boolean;
  readonly allow: (user: User) => Answer;
  readonly deny: () => Answer;
}

/**
 * The journey of a consent. A user allows exactly what the page showed: if the question has changed since, it is asked
 * again.
 */
export function consentJourney(asked: Consent, parameters: ReadonlyMap<string, string>): Journey {
  const { app, action, fields } = asked;
  const shows = (user: User, form: PageForm) =>
    asked.skips(user) ? asked.allow(user) : show(200, consentPage(asked, user, form));
  const isAsShown = Object.entries(fields).every(([name, value]) => parameters.get(name) === value);
  return {
    ...{ app, action, fields, shows },
    takes: { allow: (user, form) => (isAsShown ? asked.allow(user) : shows(user, form)), deny: asked.deny },
  };
}

export interface Visit {
  readonly journey: Journey;
  readonly visitor: PrincipalOf<'session' | 'visitor'>;
  readonly platform: Services;
  readonly transact: Transact;
}

/** Where a user sees which Apps can act for them (choice: approvals). */
export const connectedAppsPath = '/settings/connected_apps';

const noStore: HeaderList = [['cache-control', 'no-store']];

export const show = (status: number, body: string, headers: HeaderList = []): Answer => ({
  status,
  body,
  headers,
});

/** A page that ends the visit. `because` goes to the trace, and is more exact than what the user reads. */
export const turnAway = (status: number, because: string, page: string): Answer => ({
  ...show(status, page),
  because,
});

export const redirectTo = (location: string): Answer => ({
  status: 302,
  body: '',
  headers: [['location', location], ...noStore],
});

/** Opens the page: the login if nobody is signed in or force_login is true, otherwise the journey's page. */
export function openPage(visit: Visit): Answer {
  const { journey, visitor, platform } = visit;
  const { user, session, parameters } = visitor;
  return !user || !session || parameters.get('force_login') === 'true'
    ? login(visit)
    : journey.shows(user, formOf(journey, session, platform));
}

/** Handles a posted form of the page. A form without the CSRF token of the session is refused. */
export function takeForm(visit: Visit): Answer {
  const { journey, visitor, platform } = visit;
  const { session, user, parameters } = visitor;
  if (!session || parameters.get('csrf') !== session.csrf) return forged;
  const action = parameters.get('action') ?? '';
  if (action === 'login') return signIn(visit, session);
  const take = Object.hasOwn(journey.takes, action) ? journey.takes[action] : undefined;
  if (!take) return forged;
  return user ? take(user, formOf(journey, session, platform)) : login(visit);
}

/** What a suspended App's users see (choice: suspended). */
export const suspendedApp = turnAway(
  401,
  'the App carries the suspended tag',
  errorPage(
    'This App is suspended',
    'It broke the developer terms, and nobody can let it use an account until the suspension is lifted.',
    'Ask its owner.',
  ),
);

const forged = turnAway(
  403,
  'the form does not carry the CSRF token of the session, or the page has no such `action`',
  errorPage(
    'This form is not from here',
    'It does not carry the token of your session, or this page has no such form.',
    'Open the page again and use its form.',
  ),
);

function login({ journey, visitor, platform, transact }: Visit, error?: string): Answer {
  const session = visitor.session ?? transact((write) => startSession(null, null, platform.state, write));
  const username = visitor.parameters.get('username') ?? visitor.parameters.get('screen_name') ?? '';
  const accounts = Array.from(platform.tables.users.values(), (user) => ({
    user,
    remark: remarkOn(user, journey.app, platform),
  }));
  return show(
    200,
    loginPage(journey.app, formOf(journey, session, platform), username, accounts, error),
    sessionCookie(session, platform.baseUrl),
  );
}

/** A remark that helps the user to choose between accounts. */
function remarkOn(user: User, app: App | null, { state }: Services): string {
  if (!app) return '';
  if (app.owner_id === user.id) return 'Owner of the App';
  const isConnected = connectedApps(user.id, state, state.now()).some((each) => each.app.id === app.id);
  if (isConnected) return 'Has let this App in before';
  return user.protected ? 'Protected posts' : 'Has not let this App in yet';
}

function signIn(visit: Visit, before: Session): Answer {
  const { journey, visitor, platform, transact } = visit;
  const { parameters } = visitor;
  const user = platform.tables.users.firstBy(
    'username',
    (parameters.get('username') ?? '').trim().toLowerCase(),
  );
  if (!user || user.password !== parameters.get('password'))
    return {
      ...login(visit, 'The username and the password do not belong together.'),
      because: user ? `this is not the password of \`@${user.username}\`` : 'nobody has this username',
    };
  const session = transact((write) => startSession(user, before, platform.state, write));
  const answer = journey.shows(user, formOf(journey, session, platform));
  return {
    ...answer,
    headers: [...sessionCookie(session, platform.baseUrl), ...(answer.headers ?? [])],
  };
}

/** choice: transport — addresses in pages keep the whole base, including its path. */
const formOf = (journey: Journey, session: Session, { baseUrl }: Services): PageForm => ({
  action: `${baseUrl}${journey.action}`,
  fields: { ...journey.fields, csrf: session.csrf },
});
