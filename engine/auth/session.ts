/** The platform's own browser sessions: a cookie, who is signed in, and the token that every form post carries. */
import { decodeForm, encodeRfc3986, formPairs, repeatedName } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import type { HeaderList, HttpRequest } from '../http/messages.ts';
import { clip, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Session } from '../state/tables/grants.ts';
import type { User } from '../state/tables/accounts.ts';
import type { StateView, Write } from '../state/state.ts';

const cookieName = 'svc_session';
const lifetime = 30 * 86_400_000;

/** The session that the request's cookie names, if it has not expired. */
export function sessionOf(request: HttpRequest, state: StateView, now: number): Session | null {
  const cookies = (header(request.headers, 'cookie') ?? '').split(/; */);
  const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  const session = value === undefined ? undefined : state.tables.sessions.get(value);
  return session && now < session.expires_at ? session : null;
}

/** Starts a new session and ends the previous one, so that its cookie is worthless (session fixation). */
export function startSession(
  user: User | null,
  before: Session | null,
  state: StateView,
  write: Write,
): Session {
  if (before) write.sessions.remove(before.id);
  return write.sessions.insert({
    id: state.random.alphanumeric(40),
    user_id: user?.id ?? null,
    csrf: state.random.alphanumeric(32),
    expires_at: state.now() + lifetime,
  });
}

/** choice: transport — `Secure` when the base is https. */
export const sessionCookie = (session: Session, baseUrl: string): HeaderList => [
  [
    'set-cookie',
    `${cookieName}=${session.id}; Path=/; Max-Age=${lifetime / 1000}; HttpOnly; ${baseUrl.startsWith('https:') ? 'Secure; ' : ''}SameSite=Lax`,
  ],
];

/** Query and form parameters of a page's request; a repeated one, or one that is not UTF-8, is refused (RFC 6749 3.1). */
export function pageParameters(
  request: HttpRequest,
  query: string,
): ReadonlyMap<string, string> | Refusal<'parameterInvalid'> {
  const pairs = [...decodeForm(query), ...formPairs(request)];
  const repeated = repeatedName(pairs);
  if (repeated !== undefined)
    return refuse('parameterInvalid', `the parameter \`${clip(repeated)}\` is given more than once`);
  for (const [name, value] of pairs)
    if (!name.isWellFormed() || !value.isWellFormed())
      return refuse(
        'parameterInvalid',
        `the parameter \`${clip(encodeRfc3986(name))}\` has octets that are not UTF-8`,
      );
  return new Map(pairs);
}
