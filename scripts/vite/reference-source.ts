/** `#reference`: what the page is told of the endpoints. Under Vite, data-module.ts puts what this says in its place. */
import { families } from '../../engine/endpoints/index.ts';
import { detailsOf, loadFamilies, outlineOf } from '../../engine/reference/describe.ts';
import type { EndpointDetails, EndpointOutline } from '../../engine/reference/describe.ts';
import { followedIn, takenBy } from './followed.ts';
import type { FollowedMembers, TakenValue } from './followed.ts';

export type { FollowedMembers, TakenValue, ValueKind } from './followed.ts';

const loaded = await loadFamilies(families);

/** What lists show, of all. */
export const outlines: readonly EndpointOutline[] = loaded.flatMap((family) =>
  family.endpoints.map((endpoint) => outlineOf(endpoint, family)),
);

/** Details, with what can be followed in the answer. */
export type ToldDetails = EndpointDetails & { readonly followed: FollowedMembers };

/** The rest, by family. */
export const details: Readonly<Record<string, () => Promise<readonly ToldDetails[]>>> = Object.fromEntries(
  loaded.map(({ id, endpoints }) => [
    id,
    () => Promise.resolve(endpoints.map((each) => ({ ...detailsOf(each), followed: followedIn(each) }))),
  ]),
);

/** Which calls take what answers name. */
export const taken = (): Promise<readonly TakenValue[]> =>
  Promise.resolve(loaded.flatMap(({ endpoints }) => endpoints.flatMap(takenBy)));
