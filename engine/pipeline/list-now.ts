/** The list that a call asked for, in its current state. A page compares it with the pages that the call got. */
import { itemAt } from '../checked/known.ts';
import { readAuthorization } from '../auth/header.ts';
import { isAnswer } from '../declaration/endpoint.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Principal } from '../declaration/principal.ts';
import type { Services } from '../declaration/services.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { decodeForm, decodeRfc3986, encodeForm } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import { splitUrl } from '../http/url.ts';
import { kindOf } from '../spec/fields.ts';
import { isRefusal } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import { Validator } from './validate.ts';

/** The text members of an entry, each cut to 100 characters; `id` is always included. */
export type ListedEntry = Readonly<Record<string, string>>;

export interface ListNow {
  /** In the order of the list, from its beginning. */
  readonly entries: readonly ListedEntry[];
  /** Whether these are all entries of the list. */
  readonly isWhole: boolean;
  /** The number of entries, where the API gives it; otherwise null. */
  readonly total: number | null;
}

interface Asked {
  /** The most entries to read. */
  readonly most: number;
  /** Names of the wanted members. */
  readonly members: readonly string[];
}

const cursorNames = ['cursor', 'pagination_token', 'next_token'];
const sizeNames = ['count', 'max_results'];
/** Parameters that do not change which entries are in the list. */
const asideNames = ['expansions', 'with_total_count'];
const longest = 100;
/** Needed because a filter that passes few entries makes short pages. */
const mostPages = 100;

/**
 * Reads the list through its endpoint's own handler, for the caller of the recorded call. This does not count as a
 * call: nothing is counted, charged, logged or changed. null when the list cannot be read: the endpoint has no pages,
 * its entries have no ids, the token no longer exists, or the caller may not read the list any more.
 */
export async function listNow(
  { endpointId, request }: Exchange,
  asked: Asked,
  load: (id: string) => Promise<Endpoint | undefined>,
  services: Services,
): Promise<ListNow | null> {
  const endpoint = endpointId === null ? undefined : await load(endpointId);
  const url = splitUrl(request.url);
  const params = endpoint && url && paramsOf(endpoint, url.path);
  const principal = principalOf(header(request.headers, 'authorization'), services.tables);
  if (!params || !principal || endpoint.method !== 'GET') return null;
  const names = Object.keys(endpoint.query);
  const size = names.find((name) => sizeNames.includes(name));
  const cursor = names.find((name) => cursorNames.includes(name));
  if (size === undefined || cursor === undefined) return null;
  const aside = new Set([...cursorNames, ...sizeNames, ...asideNames]);
  const filters = decodeForm(url.query).filter(([name]) => !aside.has(name) && !name.endsWith('.fields'));
  const validator = new Validator(endpoint);
  const read = async (more: readonly (readonly [string, string])[]): Promise<Answered | null> => {
    const most = String(kindOf(endpoint.query[size]!).most ?? 100);
    const query = encodeForm([...filters, [size, most], ...more]);
    const input = validator.validate({ method: 'GET', url: request.url, headers: [] }, query, params);
    if (isRefusal(input)) return null;
    const call = {
      principal,
      ...input,
      now: services.state.now(),
      requestId: null,
      transact: changesNothing,
    };
    const answer = await endpoint.handle(call, services);
    return isAnswer(answer) ? (answer.body as Answered) : null;
  };
  return readOn(read, cursor, names.includes('with_total_count'), asked);
}

/** The parts of a page that are read, in either API. */
interface Answered {
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly meta?: { readonly next_token?: string };
  readonly next_cursor?: string | null;
  readonly total_count?: number;
}

async function readOn(
  read: (more: readonly (readonly [string, string])[]) => Promise<Answered | null>,
  cursor: string,
  tellsTotal: boolean,
  { most, members }: Asked,
): Promise<ListNow | null> {
  const entries: ListedEntry[] = [];
  let total: number | null = null;
  let token: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const first = tellsTotal ? ([['with_total_count', 'true']] as const) : [];
    const answer = await read(token === null ? first : [[cursor, token]]);
    if (!answer) return null;
    for (const entry of answer.data ?? []) {
      if (typeof entry['id'] !== 'string') return null;
      entries.push(picked(entry, members));
    }
    total = answer.total_count ?? total;
    token = answer.next_cursor ?? answer.meta?.next_token ?? null;
    if (token === null || entries.length >= most) break;
  }
  const isWhole = token === null && entries.length <= most;
  return { entries: entries.slice(0, most), isWhole, total: isWhole ? entries.length : total };
}

const picked = (entry: Readonly<Record<string, unknown>>, members: readonly string[]): ListedEntry =>
  Object.fromEntries(
    ['id', ...members].flatMap((name) => {
      const value = Object.hasOwn(entry, name) ? entry[name] : undefined;
      return typeof value === 'string' ? [[name, value.slice(0, longest)] as const] : [];
    }),
  );

function changesNothing(): never {
  throw new Error('Reading a list must not change anything');
}

/** The caller by the token of the call; null when it no longer exists, or was not the token of an App or a user. */
function principalOf(authorization: string | undefined, tables: Read): Principal | null {
  const read = readAuthorization(authorization);
  if (read.scheme === 'Bearer') {
    const bearer = tables.bearer_tokens.get(read.token);
    if (bearer) return { kind: 'app', app: tables.apps.must(bearer.app_id), token: bearer };
    const token = tables.oauth2_tokens.get(read.token);
    return token ? { kind: 'oauth2', token, ...ownerOf(token, tables) } : null;
  }
  if (read.scheme !== 'OAuth') return null;
  const [, name = ''] = read.parameters.find(([each]) => each === 'oauth_token') ?? [];
  const token = tables.user_tokens.get(name);
  return token ? { kind: 'oauth1', token, ...ownerOf(token, tables) } : null;
}

const ownerOf = (token: { readonly app_id: string; readonly user_id: string }, { apps, users }: Read) => ({
  app: apps.must(token.app_id),
  user: users.must(token.user_id),
});

/** null when the address does not match the endpoint. */
function paramsOf({ path, aliases }: Endpoint, address: string): Readonly<Record<string, string>> | null {
  const steps = address.replace(/\/$/, '').split('/');
  for (const pattern of [path, ...aliases]) {
    const names = pattern.split('/').slice(1);
    const own = steps.slice(-names.length);
    if (!names.every((name, at) => name.startsWith(':') || name === own[at])) continue;
    return Object.fromEntries(
      names.flatMap((name, at) =>
        name.startsWith(':') ? [[name.slice(1), decodeRfc3986(itemAt(own, at))] as const] : [],
      ),
    );
  }
  return null;
}
