/** `#reference`: what the page knows about the endpoints. Vite replaces this module by its data (data-module.ts). */
import { families as declared } from '../../engine/endpoints/index.ts';
import { detailsOf, loadFamilies, outlineOf } from '../../engine/reference/describe.ts';
import type { EndpointDescription, EndpointOutline } from '../../engine/reference/describe.ts';
import { chosenIn, followedIn, takenBy } from './followed.ts';
import type { ChosenKind, FollowedMembers, TakenValue } from './followed.ts';

export type { ChosenKind, FollowedMembers, TakenValue, ValueKind } from './followed.ts';

const loaded = await loadFamilies(declared);

/** A family in the folded list. */
export interface FamilyOutline {
  readonly id: string;
  readonly name: string;
  /** The number of its endpoints. */
  readonly count: number;
}

export const families: readonly FamilyOutline[] = loaded.map(({ id, name, endpoints }) => ({
  id,
  name,
  count: endpoints.length,
}));

const allOutlines = loaded.flatMap((family) =>
  family.endpoints.map((endpoint) => outlineOf(endpoint, family)),
);

/** What lists show of all endpoints. */
export const outlines = (): Promise<readonly EndpointOutline[]> => Promise.resolve(allOutlines);

/**
 * Everything that the page knows about an endpoint, including what can be followed in its answer and chosen for its
 * parameters.
 */
export type KnownEndpoint = EndpointDescription & {
  readonly followed: FollowedMembers;
  readonly chosen: Readonly<Record<string, ChosenKind>>;
};

/** Everything, by family. */
export const known: Readonly<Record<string, () => Promise<readonly KnownEndpoint[]>>> = Object.fromEntries(
  loaded.map((family) => [
    family.id,
    () =>
      Promise.resolve(
        family.endpoints.map((each) => ({
          ...outlineOf(each, family),
          ...detailsOf(each),
          followed: followedIn(each),
          chosen: chosenIn(each),
        })),
      ),
  ]),
);

/** Which calls take values from answers. */
export const taken = (): Promise<readonly TakenValue[]> =>
  Promise.resolve(loaded.flatMap(({ endpoints }) => endpoints.flatMap(takenBy)));
