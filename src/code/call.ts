/** A call as the source of the program that makes it: literal texts, and values read from the environment. */

/** A text, or the name of the variable of the environment that holds it. */
export type CodeValue = string | { readonly env: string };

/** Decoded. */
export type CodePair = readonly [name: string, value: CodeValue];

export type CodeAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: CodeValue }
  | { readonly kind: 'basic'; readonly id: string; readonly secret: CodeValue }
  | {
      readonly kind: 'oauth1';
      readonly key: string;
      readonly secret: CodeValue;
      readonly token: string | null;
      readonly tokenSecret: CodeValue | null;
      /** Further protocol parameters of the header: oauth_callback, oauth_verifier. */
      readonly protocol: readonly CodePair[];
    };

export interface CodeCall {
  readonly method: string;
  /** The address: its base read from SVC_BASE_URL, with a default; or the whole address, as on the wire. */
  readonly target:
    | {
        readonly kind: 'based';
        readonly base: string;
        /** As on the wire. */
        readonly path: string;
        readonly query: readonly CodePair[];
      }
    | { readonly kind: 'whole'; readonly url: string };
  /** Each name once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body:
    | null
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'form'; readonly pairs: readonly CodePair[] };
  readonly auth: CodeAuth;
}

export const baseVariable = 'SVC_BASE_URL';

/** Where the local server listens (docs/server.md). */
export const localBase = 'http://127.0.0.1:4010';

const variablesIn = (values: readonly (CodeValue | null)[]): string[] =>
  values.flatMap((each) => (each !== null && typeof each === 'object' ? [each.env] : []));

/** The variables that hold its secrets, each once, in the order of the program. */
export function secretVariables(call: CodeCall): string[] {
  const { auth } = call;
  const proof =
    auth.kind === 'oauth1'
      ? [auth.secret, auth.tokenSecret, ...auth.protocol.map(([, value]) => value)]
      : auth.kind === 'basic'
        ? [auth.secret]
        : auth.kind === 'bearer'
          ? [auth.token]
          : [];
  const pairs = [...(queryOf(call) ?? []), ...(formOf(call) ?? [])].map(([, value]) => value);
  return [...new Set(variablesIn([...proof, ...pairs]))];
}

/** The part that a program keeps in a list of its own; null for none. */
export const queryOf = ({ target }: CodeCall): readonly CodePair[] | null =>
  target.kind === 'based' && target.query.length > 0 ? target.query : null;

export const formOf = ({ body }: CodeCall): readonly CodePair[] | null =>
  body?.kind === 'form' ? body.pairs : null;

/** Writes values: a text as a literal, a variable as the expression that reads it. */
export const valueWriter =
  (text: (value: string) => string, read: (name: string) => string) =>
  (given: CodeValue): string =>
    typeof given === 'string' ? text(given) : read(text(given.env));

/** The lists whose pairs are signed together, each with its name in the program. */
export const signedLists = (
  call: CodeCall,
  named: (list: 'query' | 'form' | 'oauth') => string,
): string[] => [
  ...(queryOf(call) ? [named('query')] : []),
  ...(formOf(call) ? [named('form')] : []),
  named('oauth'),
];
