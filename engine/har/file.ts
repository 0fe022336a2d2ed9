/** Writes exchanges as a HAR 1.2 file, oldest first. */
import { attemptsOf } from '../account-activity/attempts.ts';
import { cookieFields, knownSecrets } from '../auth/carried-secrets.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Read } from '../state/state.ts';
import { entryOf } from './entry.ts';
import type { About } from './entry.ts';
import { secretsOf } from './fields-of.ts';
import { Secrets } from './secrets.ts';
import type { MaskedKind } from './secrets.ts';

export interface HarFile {
  readonly text: string;
  readonly entries: number;
  /** Empty when secrets are not masked. */
  readonly masked: readonly MaskedKind[];
  /** Omitted cookie headers. */
  readonly cookies: number;
}

export interface HarNeeds {
  readonly tables: Read;
  readonly load: (endpointId: string) => Promise<Endpoint | undefined>;
  /** Lets other work run. */
  readonly turn: () => Promise<void>;
}

/** Entries written between two turns. */
const perTurn = 50;

export async function writeHar(
  exchanges: readonly Exchange[],
  withSecrets: boolean,
  needs: HarNeeds,
): Promise<HarFile> {
  const endpoints = await declarations(exchanges, needs);
  const secrets = withSecrets ? null : new Secrets();
  const about = aboutIn(needs.tables);
  const entry = (exchange: Exchange) => {
    const { endpointId, direction } = exchange;
    const fields = secretsOf(endpointId === null ? undefined : endpoints.get(endpointId), direction);
    return entryOf(exchange, about(exchange), fields, secrets);
  };
  if (secrets) {
    for (const [kind, value] of knownSecrets(needs.tables)) secrets.know(kind, value);
    // A first pass collects every declared secret, because one may occur elsewhere before its declared place.
    await inPieces(exchanges, entry, needs.turn);
    secrets.forgetNames();
  }
  const entries = await inPieces(exchanges, (each) => JSON.stringify(entry(each)), needs.turn);
  return {
    text: `${head(withSecrets)}\n${entries.join(',\n')}\n]}}\n`,
    entries: entries.length,
    masked: secrets?.masked ?? [],
    cookies: withSecrets ? 0 : exchanges.reduce((sum, each) => sum + cookiesOf(each), 0),
  };
}

function head(withSecrets: boolean): string {
  const secrets = withSecrets
    ? 'Credentials are in it as they were sent.'
    : 'Each secret is replaced by a name, the same one wherever it was used, and cookies are left out.';
  const log = {
    version: '1.2',
    creator: { name: 'svc Playground', version: '1' },
    pages: [],
    comment: `Times are those of the platform's clock. ${secrets}`,
  };
  return `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
}

async function inPieces<T>(
  exchanges: readonly Exchange[],
  does: (exchange: Exchange) => T,
  turn: () => Promise<void>,
): Promise<T[]> {
  const done: T[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    if (at > 0 && at % perTurn === 0) await turn();
    done.push(does(exchange));
  }
  return done;
}

async function declarations(
  exchanges: readonly Exchange[],
  { load }: HarNeeds,
): Promise<ReadonlyMap<string, Endpoint>> {
  const ids = new Set(exchanges.flatMap(({ endpointId }) => endpointId ?? []));
  const found = await Promise.all([...ids].map(async (id) => [id, await load(id)] as const));
  return new Map(found.flatMap(([id, endpoint]) => (endpoint ? [[id, endpoint] as const] : [])));
}

const cookiesOf = ({ request, outcome }: Exchange): number =>
  [...request.headers, ...('headers' in outcome ? outcome.headers : [])].filter(([name]) =>
    cookieFields.has(name.toLowerCase()),
  ).length;

function aboutIn({ apps, users, activity_events, webhook_checks }: Read): (exchange: Exchange) => About {
  const events = new Map<string, string>();
  for (const { id, tries } of activity_events.values())
    for (const { exchange } of attemptsOf(tries)) if (exchange !== null) events.set(exchange, id);
  const checks = new Map<string, string>();
  for (const { exchange, webhook_id } of webhook_checks.values()) checks.set(exchange, webhook_id);
  return ({ sequence, direction, appId, userId }) => ({
    app: appId === null ? null : (apps.get(appId)?.name ?? appId),
    user: userId === null ? null : (users.get(userId)?.username ?? userId),
    deliveryOf: (direction === 'out' && events.get(String(sequence))) || null,
    challengeOf: (direction === 'out' && checks.get(String(sequence))) || null,
  });
}
