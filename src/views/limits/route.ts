/**
 * The addresses of the Limits view: which part is shown, and its filters.
 *
 *     #/limits/windows?app=26001&endpoint=getUser
 *     #/limits/table?q=posts
 */
import { isOneOf } from '../../../worker/api.ts';
import type { ViewRoute } from '../../router.ts';

/** The parts under the plot, then those beside it. */
export const parts = ['windows', 'table', 'plans', 'abuse', 'load', 'waiting'] as const;
export type LimitsPart = (typeof parts)[number];

export interface LimitsRoute {
  readonly part: LimitsPart;
  /** Only this App's windows. */
  readonly app: string | null;
  /** The endpoint of the plot; null for the one that was called last. */
  readonly endpoint: string | null;
  /** The search text of the table. */
  readonly q: string;
}

const longest = 100;

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): LimitsRoute | { readonly problem: string } {
  const [part = 'windows', ...rest] = path;
  if (rest.length > 0 || !isPart(part)) return { problem: 'This link leads to no part of the Limits.' };
  const read: { app: string | null; endpoint: string | null; q: string } = {
    app: null,
    endpoint: null,
    q: '',
  };
  for (const [name, value] of params) {
    if (name !== 'app' && name !== 'endpoint' && name !== 'q')
      return { problem: `This link has an unknown part: "${name.slice(0, 40)}".` };
    read[name] = value.slice(0, longest);
  }
  return { part, ...read };
}

const isPart = (word: string): word is LimitsPart => isOneOf(parts, word);

export function routeOf({ part, app, endpoint, q }: LimitsRoute): ViewRoute {
  const params = Object.entries({ app, endpoint, q }).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
  return { view: 'limits', path: part === 'windows' ? [] : [part], params };
}
