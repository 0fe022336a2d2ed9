import type { SignatureSteps, SignedParameter } from '../../../../worker/api.ts';

/** M method, U address, Q query, B body, O header, K secret (look.md, Origins). */
export type Origin = 'M' | 'U' | 'Q' | 'B' | 'O' | 'K';

export interface Segment {
  readonly origin: Origin;
  readonly text: string;
  /** Where the text begins in the string. */
  readonly start: number;
  /** The separator before it. */
  readonly separator: '' | '&' | '%26';
  /** The index in `steps.parameters`; -1 for the address and -2 for the method. */
  readonly parameter: number;
}

const origins = { query: 'Q', body: 'B', header: 'O' } as const satisfies Record<string, Origin>;

export const originOf = ({ from }: SignedParameter): Origin => origins[from];

export const originWords: Readonly<Record<Origin, string>> = {
  M: 'method',
  U: 'address',
  Q: 'query',
  B: 'body',
  O: 'header',
  K: 'secret',
};

/** The parameter string split into its parts. Exact, because `&` cannot occur inside an encoded parameter. */
export const stringSegments = ({ parameterString, parameters }: SignatureSteps): Segment[] =>
  joined(parameterString, '&', parameters, '', 0);

/**
 * The base string split into its parts. Exact, because `&` separates the three parts and `%26` the parameters, and
 * neither can occur inside one: each is encoded, the parameters twice (RFC 5849 3.4.1.1).
 */
export function segments({ baseString, parameters }: SignatureSteps): Segment[] {
  const [method = '', address = '', rest = ''] = baseString.split('&');
  return [
    { origin: 'M', text: method, start: 0, separator: '', parameter: -2 },
    { origin: 'U', text: address, start: method.length + 1, separator: '&', parameter: -1 },
    ...joined(rest, '%26', parameters, '&', baseString.length - rest.length),
  ];
}

/** The parameters that `between` joins, after `before`. */
const joined = (
  text: string,
  between: '&' | '%26',
  parameters: readonly SignedParameter[],
  before: '' | '&',
  start: number,
): Segment[] =>
  text.split(between).map((part, at) => {
    const segment: Segment = {
      origin: parameters[at] ? originOf(parameters[at]) : 'Q',
      text: part,
      start,
      separator: at === 0 ? before : between,
      parameter: at,
    };
    start += part.length + between.length;
    return segment;
  });
