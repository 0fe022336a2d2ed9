/**
 * A refusal is a value that names an entry of the closed list (problem-list.ts); pipeline/error-body.ts decides how
 * it looks on the wire.
 */
import type { RefusalReason } from './reasons.ts';
import type { ProblemName } from './problem-list.ts';

export type { ProblemName } from './problem-list.ts';

/** One entry of `errors`, with any members that its kind of error adds. */
export interface ErrorEntry {
  /** Default: the problem's. */
  readonly code?: number;
  readonly message: string;
  /** The given values, by parameter name. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly [extra: string]: unknown;
}

export interface Refusal<Name extends ProblemName = ProblemName> {
  readonly kind: 'refusal';
  readonly problem: Name;
  /** What exactly was wrong, as a sentence for the X-ray. */
  readonly because: string;
  /** The cause, if the problem has several. */
  readonly reason?: RefusalReason;
  /** Replaces the default single entry of `errors`. */
  readonly errors?: readonly ErrorEntry[];
  /** Further members of the body, and `detail` where it differs from the title. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: readonly (readonly [string, string])[];
}

/** Refuses a call. `because` tells the reader of the X-ray what was wrong. */
export const refuse = <Name extends ProblemName>(
  problem: Name,
  because: string,
  more: Omit<Refusal, 'kind' | 'problem' | 'because'> = {},
): Refusal<Name> => ({ kind: 'refusal', problem, because, ...more });

/** Refuses a well-formed value that is not valid here, in the words of choice v2-400: "The `name` … value […] says". */
export function refuseValue(
  place: 'path parameter' | 'query parameter' | 'body field',
  name: string,
  value: string,
  says: string,
): Refusal<'parameterInvalid'> {
  const given = value.slice(0, 100);
  const message = `The \`${name}\` ${place} value [${given}] ${says}`;
  return refuse('parameterInvalid', message, {
    errors: [{ message, parameters: { [name]: [given] } }],
  });
}

/** Refuses a body with a content type that is not accepted. The message names both types (choice: sizes). */
export function refuseContentType(
  given: string | undefined,
  wanted: string,
): Refusal<'unsupportedMediaType'> {
  const type = given === undefined ? null : clip(given);
  const because = `the body's content type is ${type === null ? 'missing' : `\`${type}\``}; \`${wanted}\` is expected`;
  const message = `Unsupported content type${type === null ? '' : ` ${type}`}: ${wanted} is expected`;
  return refuse('unsupportedMediaType', because, { errors: [{ message }] });
}

/** A value, shortened for people. */
export const clip = (value: string): string => (value.length > 100 ? `${value.slice(0, 99)}…` : value);

export const isRefusal = (value: object): value is Refusal => 'kind' in value && value.kind === 'refusal';

export const problemType = (name: string | undefined, baseUrl: string): string =>
  name ? `${baseUrl}/2/problems/${name}` : 'about:blank';
