/**
 * How an endpoint is declared. Router, credentials, limits, validation, the composer's fields, the OpenAPI document and
 * the contract tests all derive from the declaration. A mistake in it is a type error or a failing contract test.
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

/** Values with which a call succeeds in the starter scenario. */
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

/** Runs a synchronous change of the state and returns its result. */
export type Transact = <T>(work: (write: Write) => T extends PromiseLike<unknown> ? never : T) => T;

/** The input of a handler: checked, and typed by the declaration. */
export interface Call<K extends AuthKind, P, Q, B> {
  readonly principal: PrincipalOf<K>;
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** Epoch ms on the platform's clock, the same throughout the call. */
  readonly now: number;
  /** The sender's own id for the request; null if there is none. */
  readonly requestId: string | null;
  /** Changes the state: synchronous, all or nothing. The change is durable before the answer is sent. */
  readonly transact: Transact;
}

/** What a handler answers. The status must be one of the declaration's `answers`. */
export interface Answer {
  readonly status: number;
  /** For a stream: the function that starts writing (`OpensStream`). */
  readonly body: unknown;
  readonly headers?: HeaderList;
  /** For the trace: why the caller was turned away by a page or a redirect. */
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

/** Plain text. */
export const plain = (schema: Schema): AnswerSpec => ({ format: 'plain', schema });

/** A page of the platform's own. */
export const html = (schema: Schema): AnswerSpec => ({ format: 'html', schema });
/** A redirect: no body, and the target in `Location`. */
export const redirect = (schema: Schema): AnswerSpec => ({ format: 'redirect', schema });

/** A stream of JSON objects, one per line. The schema describes a line (choice: stream). */
export const stream = (schema: Schema): AnswerSpec => ({ format: 'stream', schema });

/**
 * How a page finds the App that asks. `appOf` returns the App, or the page to show if there is no valid one; it is null
 * for pages that no App asks for. Limits count for the App, or for the user.
 */
export interface PageSpec {
  readonly appOf:
    | ((parameters: ReadonlyMap<string, string>, platform: Services, now: number) => App | Answer)
    | null;
  /** The choices that a refusal of the page follows. */
  readonly choices: readonly ChoiceId[];
}

/**
 * Finds the App that a secret address was made for. The path parameters are not checked yet. undefined if the secret is
 * unknown.
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
  /** Further paths of the same endpoint. */
  readonly aliases?: readonly string[];
  /** Section of the specification. */
  readonly section: string;
  readonly summary: string;
  /** What the endpoint does, in two sentences. Names are in Markdown backticks. */
  readonly description?: string;
  readonly auth: readonly K[];
  /** For the platform's pages, whose kind is `session`, or `visitor` if no App asks. */
  readonly page?: PageSpec;
  /** For secret addresses, whose kind is `address`. */
  readonly opens?: Opens;
  /** Scopes that an OAuth 2.0 user token needs (choice: scopes). */
  readonly scopes?: readonly Scope[];
  /** The least level of an OAuth 1.0a token. Default: `read` for GET, otherwise `read-write`. */
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
  /** Reads the pairs of the body if the endpoint accepts more than a form. Bodies of other types are refused before. */
  readonly pairs?: ReadsPairs;
  /** … or plain text. */
  readonly plain?: B;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  /** Problems with which the handler itself may refuse. */
  readonly refuses: readonly R[];
  readonly example: Example;
  /**
   * Whether a call can be answered before the seeded users are created (`Platform.seedPopulation`). Default: no call
   * can.
   */
  readonly needsNobody?: (query: Values<Q>) => boolean;
  readonly handle: (
    call: Call<K, Values<P>, Values<Q>, Output<B>>,
    platform: Services,
  ) => Answer | Refusal<R> | Promise<Answer | Refusal<R>>;
  /**
   * Runs after the handler and before the answer is sent, to count what the answer contains or to refuse instead
   * (choice: monthly-cap). Not called for HEAD, whose answer has no body.
   */
  readonly after?: (answer: Answer, call: AfterCall<K>, platform: Services) => Answer | Refusal<R>;
}

/** The part of the call that the `after` hook gets. */
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

/** A declaration without its types, as the pipeline sees it. */
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
