/** `#reference`: what the page is told of the endpoints. Under Vite, data-module.ts puts what this says in its place. */
import { families } from '../../engine/endpoints/index.ts';
import { detailsOf, loadFamilies, outlineOf } from '../../engine/reference/describe.ts';
import type { EndpointDetails, EndpointOutline } from '../../engine/reference/describe.ts';

const loaded = await loadFamilies(families);

/** What lists show, of all. */
export const outlines: readonly EndpointOutline[] = loaded.flatMap((family) =>
  family.endpoints.map((endpoint) => outlineOf(endpoint, family)),
);

/** The rest, by family. */
export const details: Readonly<Record<string, () => Promise<readonly EndpointDetails[]>>> =
  Object.fromEntries(
    loaded.map(({ id, endpoints }) => [id, () => Promise.resolve(endpoints.map(detailsOf))]),
  );
