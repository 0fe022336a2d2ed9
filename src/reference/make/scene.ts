/** What a recipe works with: the call of the example, and the App that makes it on a copy of the world. */
import type { KnownEndpoint } from '#reference';
import { encodeForm, plans, utf8 } from '../../../worker/api.ts';
import type {
  AppView,
  CommandArgs,
  CommandId,
  Given,
  HttpRequest,
  Kept,
  Plan,
  ProblemName,
  ProvedBy,
  RehearsedStep,
} from '../../../worker/api.ts';
import type { Bases } from '../../state/bases.ts';
import { exampleCall } from '../example.ts';

/** Differences from the example; `form` and `json` are its body. */
export interface Changes extends Partial<Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>> {
  readonly by?: ProvedBy;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Members of the form whose values the copy creates while it runs. */
  readonly given?: Readonly<Record<string, Given>>;
  /** Words of the address and the body, each with the value of the copy that takes its place. */
  readonly filled?: Readonly<Record<string, Given>>;
  readonly keep?: Kept;
}

export class Scene {
  readonly endpoint: KnownEndpoint;
  readonly app: AppView;
  readonly request: HttpRequest;
  readonly plans: readonly Plan[] = plans;
  readonly #bases: Bases;
  readonly #others: readonly string[];
  readonly #apps: readonly AppView[];

  /** `others`: ids of users besides the App's owner. `apps`: every App of the world. */
  constructor(
    bases: Bases,
    endpoint: KnownEndpoint,
    app: AppView,
    { others, apps }: { readonly others: readonly string[]; readonly apps: readonly AppView[] },
  ) {
    this.endpoint = endpoint;
    this.app = app;
    this.#bases = bases;
    this.#others = others;
    this.#apps = apps;
    this.request = this.#exampleWith(
      this.endpoint.self === null ? {} : { [this.endpoint.self]: app.ownerId },
    );
  }

  /** Gives the App all that a call may need: standing, the largest plan, both versions of OAuth, new credentials. */
  get ready(): readonly RehearsedStep[] {
    const { app, order } = this;
    const { id, projectId, settings } = app;
    const whole = { oauth1: true, oauth2: true, permission: 'read-write-directmessages' } as const;
    return [
      ...(projectId === null ? [] : [order('portal.setPlan', projectId, 'enterprise')]),
      order('portal.setSuspended', id, false),
      order('portal.updateApp', id, settings.oauth2 ? whole : { ...whole, oauth2: false }),
      order('portal.regenerate', id, 'basic'),
      order('portal.regenerate', id, 'app'),
      order('portal.regenerate', id, 'oauth1'),
      ...(this.endpoint.auth.includes('client') ? [order('portal.regenerate', id, 'client')] : []),
      ...(this.endpoint.auth.includes('requestToken') ? [this.#requestToken] : []),
    ];
  }

  readonly order = <C extends CommandId>(command: C, ...args: CommandArgs<C>): RehearsedStep => ({
    kind: 'do',
    command,
    args,
  });

  readonly send = (changes: Changes = {}): RehearsedStep => {
    const { by = this.#proof, form, json, given, filled, keep, ...rest } = changes;
    const request = { ...this.request, ...rest, ...bodyOf(form, json) };
    return {
      ...{ kind: 'send', by, request },
      ...(given && { given }),
      ...(filled && { filled }),
      ...(keep && { keep }),
    };
  };

  /** The example for other values of its path. */
  readonly with = (path: Readonly<Record<string, string>>, changes: Changes = {}): RehearsedStep =>
    this.send({ ...changes, url: this.#exampleWith(path).url });

  readonly sendUntil = (problem: ProblemName, url = this.request.url): RehearsedStep => ({
    ...{ kind: 'sendUntil', by: this.#proof, request: { ...this.request, url }, problem },
  });

  /** Another call of version 2, with a body in JSON, by the user whose token the App was given last. */
  readonly sendJson = (
    path: string,
    json: unknown,
    { by = { kind: 'oauth1' }, filled, keep, method = 'POST' }: Changes = {},
  ): RehearsedStep => ({
    ...{ kind: 'send', by },
    request: {
      method,
      url: `${this.#bases.baseUrl}${path}`,
      ...typed('application/json', JSON.stringify(json)),
    },
    ...(filled && { filled }),
    ...(keep && { keep }),
  });

  /** Makes a post, for any call. */
  readonly post = (text: string, keep?: Kept): RehearsedStep =>
    this.sendJson('/2/posts', { text }, keep && { keep });

  /** A user other than the App's owner; null if there is none. */
  get somebodyElse(): string | null {
    return this.#others[0] ?? null;
  }

  /** A third user; null if there is none. */
  get somebodyMore(): string | null {
    return this.#others[1] ?? null;
  }

  get #requestToken(): RehearsedStep {
    return {
      ...{ kind: 'send', by: { kind: 'consumer' }, keep: 'requestToken' },
      request: {
        ...{ method: 'POST', headers: [] },
        url: `${this.#bases.baseUrl}/oauth/request_token?oauth_callback=oob`,
      },
    };
  }

  /** A different App; null if there is none. */
  get anotherApp(): AppView | null {
    return this.#apps.find(({ id, settings }) => id !== this.app.id && settings.oauth2) ?? null;
  }

  /** The address with an id that does not exist; null if its path contains only the acting user's id. */
  withoutThing(): string | null {
    const names = this.#pathNames.filter((name) => name !== this.endpoint.self);
    const last = names.at(-1);
    if (last === undefined) return null;
    return this.#exampleWith({
      ...(this.endpoint.self !== null && { [this.endpoint.self]: this.app.ownerId }),
      [last]: last.includes('username') ? 'nobody_has_this' : '1',
    }).url;
  }

  /** The address for a user other than the acting one; null if its path contains no user. */
  readonly asSomebodyElse = (): string | null => {
    const other = this.somebodyElse;
    if (this.endpoint.self === null || other === null) return null;
    return this.#exampleWith({ [this.endpoint.self]: other }).url;
  };

  get #pathNames(): readonly string[] {
    return this.endpoint.fields.flatMap((field) => (field.in === 'path' ? field.name : []));
  }

  /** How the example is authenticated. */
  get #proof(): ProvedBy {
    const { auth } = this.endpoint;
    const kind = (['oauth1', 'app', 'consumer', 'requestToken', 'basic', 'client'] as const).find((each) =>
      auth.includes(each),
    );
    return { kind: kind ?? 'none' };
  }

  #exampleWith(path: Readonly<Record<string, string>>): HttpRequest {
    const { example } = this.endpoint;
    return exampleCall(this.#bases, {
      ...this.endpoint,
      example: { ...example, path: { ...example.path, ...path } },
    });
  }
}

/** A body with its content type. */
function bodyOf(form: Changes['form'], json: unknown): Pick<HttpRequest, 'body' | 'headers'> | null {
  if (form) return typed('application/x-www-form-urlencoded', encodeForm(Object.entries(form)));
  return json === undefined ? null : typed('application/json', JSON.stringify(json));
}

const typed = (type: string, body: string): Pick<HttpRequest, 'body' | 'headers'> => ({
  headers: [['Content-Type', type]],
  body: utf8(body),
});
