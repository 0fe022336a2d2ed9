/**
 * The one form of declaration. Router, credentials, limits, validation, the composer's fields, the OpenAPI
 * document and the contract tests all derive from it; what can be wrong about it is a type error or a failing
 * contract test.
 */
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Api } from '../spec/apis.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { PrincipalOf } from './principal.ts';
import type { Scope } from '../spec/scopes.ts';
import type { LimitRule } from '../spec/limits.ts';
import type { HeaderList, HttpRequest } from '../http/messages.ts';
import type { ProblemName, Refusal } from '../spec/problems.ts';
import type { Services } from './services.ts';
import type { App } from '../state/tables/accounts.ts';
import type { Output, Schema, Shape, Values } from '../spec/fields.ts';
import type { ChoiceId } from '../spec/choices.ts';
import type { Write } from '../state/state.ts';
export type { AuthKind } from '../spec/auth-kinds.ts';

/** Values that make a call succeed against the starter scenario. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Names of the `:name` parameters of a path. */
export type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** No parameters at all. */
type NoShape = Readonly<Record<string, never>>;

/** Runs a synchronous change of the state and gives its result. */
export type Transact = <T>(work: (write: Write) => T extends PromiseLike<unknown> ? never : T) => T;

/** What a handler is given: everything checked, typed by the declaration. */
export interface Call<K extends AuthKind, P, Q, B> {
  readonly principal: PrincipalOf<K>;
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** Epoch ms on the platform's clock, the same throughout the call. */
  readonly now: number;
  /** The sender's own id for the request; null where it has none. */
  readonly requestId: string | null;
  /** Changes the state: synchronous, all or nothing. What it changed is durable before the answer leaves. */
  readonly transact: Transact;
}

/** What a handler answers. The status must be one of the declaration's `answers`. */
export interface Answer {
  readonly status: number;
  /** For a stream: what begins to write (`OpensStream`). */
  readonly body: unknown;
  readonly headers?: HeaderList;
  /** Why the caller did not get what it wanted, where that is told by a page or a redirect: for the trace. */
  readonly because?: string;
}

export const isAnswer = (value: object): value is Answer =>
  'status' in value && 'body' in value && !('kind' in value);

export interface AnswerSpec {
  readonly format: 'json' | 'form' | 'plain' | 'html' | 'redirect' | 'stream';
  readonly schema: Schema;
}

export const json = (schema: Schema): AnswerSpec => ({ format: 'json', schema });
export const form = (schema: Schema): AnswerSpec => ({ format: 'form', schema });

/** Text as it is. */
export const plain = (schema: Schema): AnswerSpec => ({ format: 'plain', schema });

/** A page of the platform's own. */
export const html = (schema: Schema): AnswerSpec => ({ format: 'html', schema });
/** A redirect: no body, and where to in `Location`. */
export const redirect = (schema: Schema): AnswerSpec => ({ format: 'redirect', schema });

/** A stream of JSON objects, one per line; the schema is that of a line (choice: stream). */
export const stream = (schema: Schema): AnswerSpec => ({ format: 'stream', schema });

/**
 * How a page knows which App asks, or what it shows when it knows none; null for a page that no App asks for. Limits are
 * counted for that App, or for the user.
 */
export interface PageSpec {
  readonly appOf:
    | ((parameters: ReadonlyMap<string, string>, platform: Services, now: number) => App | Answer)
    | null;
  /** What it follows when it turns somebody away. */
  readonly choices: readonly ChoiceId[];
}

/**
 * The App that an address was made for, by the parameters of its path, which nobody has checked; undefined when it opens
 * nothing.
 */
export type Opens = (path: Readonly<Record<string, string>>, platform: Services) => App | undefined;

export interface Declaration<
  Path extends string,
  K extends AuthKind,
  P extends Readonly<Record<PathNames<Path>, Schema>>,
  Q extends Shape,
  B extends Schema,
  R extends ProblemName,
> {
  readonly id: string;
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  /** Further paths that answer too. */
  readonly aliases?: readonly string[];
  /** Section of the specification. */
  readonly section: string;
  readonly summary: string;
  /** What it does, in two sentences; Markdown's backticks mark names. */
  readonly description?: string;
  readonly auth: readonly K[];
  /** For the pages of the platform, whose kind is `session`, or `visitor` where no App asks. */
  readonly page?: PageSpec;
  /** For addresses that are their own proof, whose kind is `address`. */
  readonly opens?: Opens;
  /** Scopes that an OAuth 2.0 user token needs (choice: scopes). */
  readonly scopes?: readonly Scope[];
  /** Least level of an OAuth 1.0a token; default: `read` for GET, else `read-write`. */
  readonly permission?: PermissionLevel;
  readonly limits: LimitRule;
  readonly choices: readonly ChoiceId[];
  /** The parameter of the path that names the acting user: any other id is refused (choice: following). */
  readonly self?: PathNames<Path>;
  /** The parameter of the path that names a reply: the handler refuses any other post. */
  readonly reply?: PathNames<Path>;
  /** One schema for each `:name` of the path. */
  readonly params?: P;
  readonly query?: Q;
  /** A JSON body … */
  readonly body?: B;
  /** … or a form body … */
  readonly form?: B;
  /** Reads the pairs of that body where more than a form is taken, and has refused every other type before. */
  readonly pairs?: ReadsPairs;
  /** … or text as it is. */
  readonly plain?: B;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  /** Problems that the handler itself may answer with. */
  readonly refuses: readonly R[];
  readonly example: Example;
  /** Whether a call can be answered before the seeded users are created (`Platform.seedPopulation`). Default: none can. */
  readonly needsNobody?: (query: Values<Q>) => boolean;
  readonly handle: (
    call: Call<K, Values<P>, Values<Q>, Output<B>>,
    platform: Services,
  ) => Answer | Refusal<R> | Promise<Answer | Refusal<R>>;
  /**
   * Sees what the handler answered before it is sent: to count what it gives, or to refuse in its place
   * (choice: monthly-cap). Not called for a HEAD, which is given nothing.
   */
  readonly after?: (answer: Answer, call: AfterCall<K>, platform: Services) => Answer | Refusal<R>;
}

/** What a hook after handling is given of the call. */
export type AfterCall<K extends AuthKind> = Pick<
  Call<K, unknown, unknown, unknown>,
  'principal' | 'now' | 'transact'
>;

export type BodyFormat = 'json' | 'form' | 'plain';

type ReadsPairs = (request: HttpRequest) => readonly (readonly [name: string, value: string])[];

export interface BodySpec {
  readonly format: BodyFormat;
  readonly schema: Schema;
  readonly pairs?: ReadsPairs | undefined;
}

/** A declaration whose types are forgotten, as the pipeline sees it. */
export interface Endpoint {
  readonly id: string;
  readonly api: Api;
  readonly method: string;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly section: string;
  readonly summary: string;
  readonly description: string;
  readonly auth: readonly AuthKind[];
  readonly page: PageSpec | null;
  readonly opens: Opens | null;
  readonly scopes: readonly Scope[];
  readonly permission: PermissionLevel;
  readonly limits: LimitRule;
  readonly choices: readonly ChoiceId[];
  readonly self: string | null;
  readonly reply: string | null;
  readonly params: Shape;
  readonly query: Shape;
  readonly body: BodySpec | null;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  readonly refuses: readonly ProblemName[];
  readonly example: Example;
  readonly needsNobody: ((query: unknown) => boolean) | null;
  readonly handle: (
    call: Call<AuthKind, unknown, unknown, unknown>,
    platform: Services,
  ) => Answer | Refusal | Promise<Answer | Refusal>;
  readonly after:
    | ((answer: Answer, call: AfterCall<AuthKind>, platform: Services) => Answer | Refusal)
    | null;
}

export function endpoint<
  const Path extends string,
  K extends AuthKind,
  P extends Readonly<Record<PathNames<Path>, Schema>>,
  R extends ProblemName,
  Q extends Shape = NoShape,
  B extends Schema = Schema<undefined>,
>(
  declaration: Declaration<Path, K, P, Q, B, R> &
    ([PathNames<Path>] extends [never] ? unknown : { params: P }),
): Endpoint {
  const { id, api, auth, self, refuses } = declaration;
  const foreign = auth.find((kind) => !api.credentials.includes(kind));
  if (foreign) throw new TypeError(`${id}: no endpoint of ${api.id} takes ${foreign}`);
  if (self !== undefined && !refuses.some((each) => each === 'foreignResource'))
    throw new TypeError(`${id}: what is refused by \`self\` is not declared`);
  return {
    self: null,
    reply: null,
    description: '',
    aliases: [],
    page: null,
    opens: null,
    scopes: [],
    permission: declaration.method === 'GET' ? 'read' : 'read-write',
    query: {},
    ...declaration,
    params: declaration.params ?? {},
    body: bodyOf(declaration),
    needsNobody: (declaration.needsNobody ?? null) as Endpoint['needsNobody'],
    handle: declaration.handle as unknown as Endpoint['handle'],
    after: (declaration.after ?? null) as Endpoint['after'],
  };
}

interface Bodies {
  readonly body?: Schema;
  readonly form?: Schema;
  readonly pairs?: ReadsPairs;
  readonly plain?: Schema;
}

function bodyOf({ body, form, pairs, plain }: Bodies): BodySpec | null {
  if (body) return { format: 'json', schema: body };
  if (form) return { format: 'form', schema: form, pairs };
  return plain ? { format: 'plain', schema: plain } : null;
}

export const answerTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  plain: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  redirect: 'text/plain; charset=utf-8',
  stream: 'application/json; charset=utf-8',
} as const;
