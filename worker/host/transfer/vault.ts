/** The credentials that a vault may keep for a platform: those that are in force there, no matter who provides them. */
import type { Block, Credential, Row } from '../../../engine/inside.ts';
import { isList, isRecord, permissionLevels, tables } from '../../../engine/inside.ts';
import { listOf, nullable, object, oneOf, text } from '../../../engine/declaration/checks.ts';
import type { Check } from '../../../engine/declaration/checks.ts';

type Of<K extends Credential['kind']> = Extract<Credential, { kind: K }>;

const common = { id: text, appId: text, appName: text };
const user = { userId: text, username: text };

const checks: { readonly [K in Credential['kind']]: Check<Of<K>> } = {
  basic: object<Of<'basic'>>({ ...common, kind: oneOf('basic'), consumer_key: text, consumer_secret: text }),
  app: object<Of<'app'>>({ ...common, kind: oneOf('app'), bearer_token: text }),
  client: object<Of<'client'>>({
    ...common,
    kind: oneOf('client'),
    client_id: text,
    client_secret: nullable(text),
  }),
  oauth1: object<Of<'oauth1'>>({
    ...common,
    ...user,
    kind: oneOf('oauth1'),
    consumer_key: text,
    consumer_secret: text,
    oauth_token: text,
    oauth_token_secret: text,
    permission: oneOf(...permissionLevels),
  }),
  oauth2: object<Of<'oauth2'>>({
    ...common,
    ...user,
    kind: oneOf('oauth2'),
    access_token: text,
    refresh_token: nullable(text),
    scopes: listOf(text),
  }),
};

/** The most that are taken from a file. */
const most = 10_000;

type Name = 'apps' | 'bearer_tokens' | 'user_tokens' | 'oauth2_tokens' | 'refresh_tokens';

/** A row of the tables with credentials. */
export type RowOf = (table: Name, key: string) => Row | undefined;

/** Finds rows in blocks. */
export function rowsOf(blocks: readonly Block[]): RowOf {
  const byKey = new Map<string, ReadonlyMap<unknown, Row>>();
  const read = (table: Name): ReadonlyMap<unknown, Row> => {
    const rows = blocks.filter((block) => block.table === table).flatMap((block) => block.rows);
    return new Map(rows.map((row) => [row[tables[table].key], row]));
  };
  return (table, key) => {
    const rows = byKey.get(table) ?? read(table);
    byKey.set(table, rows);
    return rows.get(key);
  };
}

/** Those in a list of anything that a platform with these rows would accept. The first with an id counts. */
export function inForce(vault: unknown, rowOf: RowOf): readonly Credential[] {
  if (!isList(vault)) return [];
  const known = lookup(rowOf);
  const kept = new Map<string, Credential>();
  for (const each of vault.slice(0, most))
    if (isCredential(each) && !kept.has(each.id) && known(each)) kept.set(each.id, each);
  return [...kept.values()];
}

const isCredential: Check<Credential> = (value): value is Credential =>
  isRecord(value) &&
  Object.entries<Check<unknown>>(checks).some(([kind, check]) => kind === value['kind'] && check(value));

function lookup(rowOf: RowOf): (credential: Credential) => boolean {
  const isOf = (row: Row | undefined, given: { appId: string; userId?: string }) =>
    row?.['app_id'] === given.appId && (given.userId === undefined || row['user_id'] === given.userId);
  const keysOf = (app: Row | undefined, given: { consumer_key: string; consumer_secret: string }) =>
    app?.['consumer_key'] === given.consumer_key && app['consumer_secret'] === given.consumer_secret;

  return (credential) => {
    const app = rowOf('apps', credential.appId);
    switch (credential.kind) {
      case 'basic':
        return credential.consumer_key !== '' && keysOf(app, credential);
      case 'app':
        return isOf(rowOf('bearer_tokens', credential.bearer_token), credential);
      case 'client':
        return (
          credential.client_secret !== '' &&
          app?.['client_id'] === credential.client_id &&
          app['client_secret'] === credential.client_secret
        );
      case 'oauth1': {
        const token = rowOf('user_tokens', credential.oauth_token);
        return (
          isOf(token, credential) &&
          token?.['oauth_token_secret'] === credential.oauth_token_secret &&
          keysOf(app, credential)
        );
      }
      case 'oauth2': {
        if (isOf(rowOf('oauth2_tokens', credential.access_token), credential)) return true;
        const refresh =
          credential.refresh_token === null ? undefined : rowOf('refresh_tokens', credential.refresh_token);
        return isOf(refresh, credential) && refresh?.['used'] === false;
      }
    }
  };
}
