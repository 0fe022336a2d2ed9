/** The base addresses of the platform's APIs: the Advertiser API has its own host. */
import { splitUrl } from '../../worker/api.ts';
import type { EndpointOutline, Greeting } from '../../worker/api.ts';

export type Bases = Pick<Greeting, 'adsBaseUrl' | 'baseUrl'>;

export const baseOf = (bases: Bases, endpoint: Pick<EndpointOutline, 'api'> | null): string =>
  endpoint?.api === 'ads' || endpoint?.api === 'catalog' ? bases.adsBaseUrl : bases.baseUrl;

/** The base of a typed path: version 5 is the Advertiser API. */
export const baseOfPath = (bases: Bases, path: string): string =>
  path.startsWith('/5/') ? bases.adsBaseUrl : bases.baseUrl;

export const basesOf = ({ adsBaseUrl, baseUrl }: Bases): readonly string[] => [baseUrl, adsBaseUrl];

/** Whether an address is on the host of a base. */
export function isOn(base: string, url: string): boolean {
  const [there, here] = [splitUrl(url), splitUrl(base)];
  return there !== null && there.host === here?.host && there.port === here.port;
}
