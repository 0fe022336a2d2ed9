/** The platform's own browser sessions: a cookie, who is signed in, and the token that every form post carries. */
import { decodeForm, isForm } from '../http/encoding.ts';
import { header, text } from '../http/messages.ts';
import type { HeaderList, HttpRequest } from '../http/messages.ts';
import type { Session } from '../state/tables/grants.ts';
import type { User } from '../state/tables/accounts.ts';
import type { StateView, Write } from '../state/state.ts';

const cookieName = 'svc_session';
const lifetime = 30 * 86_400_000;

/** The live session that the request's cookie names. */
export function sessionOf(request: HttpRequest, state: StateView, now: number): Session | null {
  const cookies = (header(request.headers, 'cookie') ?? '').split(/; */);
  const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  const session = value === undefined ? undefined : state.tables.sessions.get(value);
  return session && now < session.expires_at ? session : null;
}

/** A new session; the one before goes, so that its cookie is worth nothing (session fixation). */
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

export const sessionCookie = (session: Session): HeaderList => [
  [
    'set-cookie',
    `${cookieName}=${session.id}; Path=/; Max-Age=${lifetime / 1000}; HttpOnly; Secure; SameSite=Lax`,
  ],
  ['cache-control', 'no-store'],
];

/** Query and form parameters of a page's request; of a repeated name the first counts. */
export function pageParameters(request: HttpRequest, query: string): ReadonlyMap<string, string> {
  const pairs = decodeForm(query);
  if (request.body && isForm(header(request.headers, 'content-type')))
    pairs.push(...decodeForm(text(request.body)));
  return new Map(pairs.reverse());
}
