/**
 * A visit to the platform's own pages, the same for OAuth 1.0a and 2.0: sign in, consent, decide. What is asked
 * and where it leads is the journey's (choice: o1-pages).
 */
import type { Answer, Transact } from '../declaration/endpoint.ts';
import type { HeaderList } from '../http/messages.ts';
import type { Services } from '../declaration/services.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { Session } from '../state/tables/grants.ts';
import { consentPage, errorPage, loginPage } from './pages.ts';
import type { PrincipalOf } from '../declaration/principal.ts';
import { sessionCookie, startSession } from './session.ts';

export interface Journey {
  readonly app: App;
  /** Where the forms post to, and what they carry: also what the question depends on. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The same visit with the login page in front. */
  readonly switchUser: string;
  /** What the App will be able to do, and what not. */
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  /** Whether this user need not be asked again. */
  readonly skips: (user: User) => boolean;
  readonly allow: (user: User) => Answer;
  readonly deny: () => Answer;
}

export interface Visit {
  readonly journey: Journey;
  readonly visitor: PrincipalOf<'session'>;
  readonly platform: Services;
  readonly transact: Transact;
}

export const noStore: HeaderList = [['cache-control', 'no-store']];

export const show = (status: number, body: string, headers: HeaderList = noStore): Answer => ({
  status,
  body,
  headers,
});

/** A page of the platform that ends the visit. `because` is for the trace: exact where the page is for its user. */
export const turnAway = (status: number, because: string, page: string): Answer => ({
  ...show(status, page),
  because,
});

export const redirectTo = (location: string): Answer => ({
  status: 302,
  body: '',
  headers: [['location', location], ...noStore],
});

/** Opens the page: login when nobody is signed in or force_login is true, else the question. */
export function openPage(visit: Visit): Answer {
  const { user, parameters } = visit.visitor;
  return !user || parameters.get('force_login') === 'true' ? login(visit) : ask(visit, user);
}

/** Takes a form of the page. Without the token of the session it is from elsewhere, and nothing happens. */
export function takeForm(visit: Visit): Answer {
  const { session, user, parameters } = visit.visitor;
  if (!session || parameters.get('csrf') !== session.csrf) return forged;
  switch (parameters.get('action')) {
    case 'login':
      return signIn(visit, session);
    case 'allow':
      if (!user) return login(visit);
      return isAsShown(visit) ? visit.journey.allow(user) : ask(visit, user);
    case 'deny':
      return visit.journey.deny();
    default:
      return forged;
  }
}

/** What was shown is what is allowed: were the question another by now, it is put anew. */
const isAsShown = ({ journey, visitor }: Visit): boolean =>
  Object.entries(journey.fields).every(([name, value]) => visitor.parameters.get(name) === value);

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
  'the form does not carry the CSRF token of the session, or its `action` is none of login, allow and deny',
  errorPage(
    'This form is not from here',
    'It does not carry the token of your session, or says neither allow nor deny.',
    'Open the page again and use its form.',
  ),
);

function login({ journey, visitor, platform, transact }: Visit, error?: string): Answer {
  const session = visitor.session ?? transact((write) => startSession(null, null, platform.state, write));
  const username = visitor.parameters.get('username') ?? visitor.parameters.get('screen_name') ?? '';
  const users = [...platform.tables.users.values()];
  return show(
    200,
    loginPage(journey.app, formOf(journey, session), username, users, error),
    sessionCookie(session),
  );
}

function signIn(visit: Visit, before: Session): Answer {
  const { visitor, platform, transact } = visit;
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
  const answer = ask({ ...visit, visitor: { ...visitor, session, user } }, user);
  return {
    ...answer,
    headers: [
      ...sessionCookie(session),
      ...(answer.headers ?? []).filter(([name]) => name !== 'cache-control'),
    ],
  };
}

function ask({ journey, visitor }: Visit, user: User): Answer {
  if (journey.skips(user)) return journey.allow(user);
  return show(200, consentPage(journey, user, formOf(journey, visitor.session!)));
}

const formOf = (journey: Journey, session: Session) => ({
  action: journey.action,
  fields: { ...journey.fields, csrf: session.csrf },
});
