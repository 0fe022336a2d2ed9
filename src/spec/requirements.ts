import { chapters, limits } from '#clauses';
import type { Requirement } from '#clauses';
import type { AuthKind, EndpointLimits, Limit } from '../../worker/api.ts';
import { plans } from '../../worker/api.ts';

/** The clauses of a section, grouped by the current call. */
export interface Requirements {
  readonly all: readonly Requirement[];
  /** About the call's endpoint. */
  readonly own: readonly Requirement[];
  /** About no particular endpoint. */
  readonly general: readonly Requirement[];
  /** About other endpoints. */
  readonly others: readonly Requirement[];
}

/** Empty for a section without its own clauses. Rejects if they cannot be loaded. */
export async function clausesOf(section: string): Promise<readonly Requirement[]> {
  const load = chapters[section.split('.')[0]!];
  return load ? (await load()).filter((each) => each.section === section) : [];
}

export function forEndpoint(all: readonly Requirement[], endpointId: string | null): Requirements {
  const own = all.filter(({ of }) => endpointId !== null && of?.includes(endpointId));
  const general = all.filter(({ of }) => !of);
  const others = all.filter((each) => each.of && !own.includes(each));
  return { all, own, general, others };
}

/** null for an endpoint that the reference does not know. */
export const limitsOf = async (endpointId: string): Promise<EndpointLimits | null> =>
  (await limits())[endpointId] ?? null;

const units: readonly (readonly [seconds: number, name: string])[] = [
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** "in 24 h". */
export function inWindow({ windowSeconds }: Limit): string {
  const [seconds, name] = units.find(([each]) => windowSeconds % each === 0)!;
  return `in ${windowSeconds / seconds} ${name}`;
}

/** "250 U", as the document writes it. */
export const inNotation = ({ limit, scope }: Limit): string => `${limit} ${scope === 'user' ? 'U' : 'A'}`;

/** The meaning of U and A for this endpoint, given its table cells and the tokens that it accepts. */
export function lettersOf({ cells }: EndpointLimits, takes: readonly AuthKind[]): string {
  const scopes = new Set(plans.flatMap((plan) => cells[plan] ?? []).map(({ scope }) => scope));
  const forUser = takes.includes('oauth1') || takes.includes('oauth2');
  const forApp = takes.includes('app');
  const user = forUser ? 'U counts per user token' : 'U counts per user';
  if (scopes.size === 2)
    return forApp || !forUser
      ? `${user}, A per App.`
      : `${user}. A is a ceiling over all users of the App: a bearer token is refused here.`;
  if (scopes.has('user'))
    return `${user}.${forUser && !forApp ? ' There is no A: a bearer token is refused here.' : ''}`;
  return `A counts per App.${forApp && !forUser ? ' There is no U: a user’s token is refused here.' : ''}`;
}
