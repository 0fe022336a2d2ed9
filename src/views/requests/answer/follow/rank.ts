import type { TakenValue } from '#reference';
import type { EndpointOutline } from '../../../../../worker/api.ts';

const places = ['path', 'body', 'query'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** How many are offered before the person asks for more. */
const most = 3;

/** Calls that take a value: the few most wanted, and the rest. */
export interface Verbs {
  readonly first: readonly TakenValue[];
  readonly more: readonly TakenValue[];
}

type OutlineOf = (place: TakenValue) => EndpointOutline | null | undefined;

/**
 * First the thing itself, a list that belongs to it, and a change; then reads before changes, values in the path before
 * mentions, and deletions at the end. `isMine`: the value is the acting user's own id; otherwise calls that accept no
 * other id come last in their group.
 */
export function verbsOf(all: readonly TakenValue[], outlineOf: OutlineOf, isMine: boolean): Verbs {
  const methodOf = (place: TakenValue) => outlineOf(place)?.method ?? '';
  const isDelete = (place: TakenValue) => methodOf(place) === 'DELETE';
  const steps = (place: TakenValue) => outlineOf(place)?.path.split('/').length ?? 0;
  const rank = (place: TakenValue) =>
    Math.max(methods.indexOf(methodOf(place)), 0) * 8 +
    (place.isSelf && !isMine ? 4 : 0) +
    places.indexOf(place.in);
  /** The shorter the path, the more is deleted. */
  const compare = (a: TakenValue, b: TakenValue) =>
    isDelete(a) && isDelete(b) ? steps(b) - steps(a) : rank(a) - rank(b);
  const inOrder = all.toSorted(compare);
  const isIt = (place: TakenValue) =>
    methodOf(place) === 'GET' && (outlineOf(place)?.path.endsWith(`/:${place.name}`) ?? false);
  const isFitting = (place: TakenValue) => !place.isSelf || isMine;
  const it = inOrder.find(isIt);
  const list = inOrder.find(
    (place) => place !== it && place.in === 'path' && methodOf(place) === 'GET' && isFitting(place),
  );
  const change = inOrder.find((place) => !/^(GET|DELETE)$/.test(methodOf(place)) && isFitting(place));
  const wanted = new Set([it, list, change, ...inOrder.filter((place) => !isDelete(place))]);
  const first = [...wanted]
    .filter((place) => place !== undefined)
    .slice(0, most)
    .sort((a, b) => rank(a) - rank(b));
  return { first, more: inOrder.filter((place) => !first.includes(place)) };
}
