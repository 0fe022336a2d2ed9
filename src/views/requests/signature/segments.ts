import type { SignatureSteps, SignedParameter } from '../../../../worker/api.ts';

/** M method, U address, Q query, B body, O header, K secret (look.md, Origins). */
export type Origin = 'M' | 'U' | 'Q' | 'B' | 'O' | 'K';

export interface Segment {
  readonly origin: Origin;
  readonly text: string;
  /** Where the text begins in the base string. */
  readonly start: number;
  /** The separator before it. */
  readonly separator: '' | '&' | '%26';
  /** The index in `steps.parameters`; -1 for method and address. */
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

/**
 * The base string split into its parts. Exact, because `&` separates the three parts and `%26` the parameters, and
 * neither can occur inside one: each is encoded, the parameters twice (RFC 5849 3.4.1.1).
 */
export function segments({ baseString, parameters }: SignatureSteps): Segment[] {
  const [method = '', address = '', joined = ''] = baseString.split('&');
  const first: Segment[] = [
    { origin: 'M', text: method, start: 0, separator: '', parameter: -1 },
    { origin: 'U', text: address, start: method.length + 1, separator: '&', parameter: -1 },
  ];
  let start = baseString.length - joined.length;
  return first.concat(
    joined.split('%26').map((text, at) => {
      const part: Segment = {
        origin: parameters[at] ? originOf(parameters[at]) : 'Q',
        text,
        start,
        separator: at === 0 ? '&' : '%26',
        parameter: at,
      };
      start += text.length + '%26'.length;
      return part;
    }),
  );
}
