/** A refused call and what the platform knows about it now: the input for finding a fix. */
import { isList, isRecord } from '../checked/is.ts';
import { readAuthorization } from '../auth/header.ts';
import type { Authorization } from '../auth/header.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Route } from '../declaration/family.ts';
import type { Exchange, TraceLine } from '../exchanges/exchange.ts';
import { formPairs } from '../http/encoding.ts';
import { header, text } from '../http/messages.ts';
import { isResponse } from '../http/outcome.ts';
import { splitUrl } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import type { Plan } from '../spec/plans.ts';
import { decodeForm } from '../http/encoding.ts';
import type { StateView } from '../state/state.ts';
import type { App, User } from '../state/tables/accounts.ts';

export interface Surroundings {
  readonly state: StateView;
  /** Every route, to find paths similar to the one that was called. */
  readonly routes: readonly Route[];
  /** Base URLs by host: the hosts that serve a path. */
  readonly bases: Readonly<Record<'api' | 'ads', string>>;
  /** The declaration of an endpoint, loaded if needed. */
  readonly load: (id: string) => Promise<Endpoint | undefined>;
  /** The length of the clock's last jump in ms, if it can be undone. */
  readonly jumped: number | null;
}

export interface Case extends Surroundings {
  readonly exchange: Exchange;
  readonly line: TraceLine;
  readonly endpoint: Endpoint | null;
  readonly url: UrlParts | null;
  readonly authorization: Authorization;
  /** The App that calls or claims to, by its key or token; null when neither names one. */
  readonly app: App | null;
  readonly user: User | null;
  readonly plan: Plan | null;
  /** The parameters of the OAuth header, the query and a form body (or a body read as one), by name. */
  readonly given: ReadonlyMap<string, string>;
  /** The entries of the error body. */
  readonly errors: readonly Readonly<Record<string, unknown>>[];
}

export async function caseOf(exchange: Exchange, line: TraceLine, around: Surroundings): Promise<Case> {
  const { request, endpointId } = exchange;
  const endpoint = endpointId === null ? null : await declared(endpointId, around);
  const url = splitUrl(request.url);
  const authorization = readAuthorization(header(request.headers, 'authorization'));
  const query = decodeForm(url?.query ?? '');
  const protocol = authorization.scheme === 'OAuth' ? authorization.parameters : [];
  const given = new Map([...(endpoint?.body?.pairs ?? formPairs)(request), ...query, ...protocol]);
  const { tables } = around.state;
  const app = (exchange.appId === null ? undefined : tables.apps.get(exchange.appId)) ?? claimed();
  const user = exchange.userId === null ? null : (tables.users.get(exchange.userId) ?? null);
  const project = app?.project_id ? tables.projects.get(app.project_id) : undefined;

  function claimed(): App | null {
    const { apps, oauth2_tokens, bearer_tokens } = tables;
    switch (authorization.scheme) {
      case 'OAuth':
        return apps.firstBy('consumer_key', given.get('oauth_consumer_key') ?? '') ?? null;
      case 'Basic':
        return (
          apps.firstBy('consumer_key', authorization.username) ??
          apps.firstBy('client_id', authorization.username) ??
          null
        );
      case 'Bearer': {
        const { token } = authorization;
        return apps.get((bearer_tokens.get(token) ?? oauth2_tokens.get(token))?.app_id ?? '') ?? null;
      }
      default:
        return apps.firstBy('client_id', given.get('client_id') ?? '') ?? null;
    }
  }

  return {
    ...around,
    ...{ exchange, line, endpoint, url, authorization, app, user, given },
    plan: project?.plan ?? null,
    errors: errorsOf(exchange),
  };
}

/** null when it cannot be loaded: that may be why the call was refused. */
async function declared(id: string, { load }: Surroundings): Promise<Endpoint | null> {
  try {
    return (await load(id)) ?? null;
  } catch {
    return null;
  }
}

function errorsOf({ outcome }: Exchange): Case['errors'] {
  if (!isResponse(outcome)) return [];
  const body = text(outcome.body);
  if (!body.startsWith('{')) return [];
  const answer: unknown = JSON.parse(body);
  return isRecord(answer) && isList(answer['errors']) ? answer['errors'].filter(isRecord) : [];
}

/** The URL with another path; its query stays. */
export const withPath = (base: string, path: string, url: UrlParts): string =>
  `${base}${path}${url.query && `?${url.query}`}`;
