/** Endpoints that belong together and are loaded together: when a call first needs one of them. */
import type { Api } from '../spec/apis.ts';
import type { Endpoint } from './endpoint.ts';
import type { FamilyWork } from './work.ts';

/** What the router must know about an endpoint before its family is loaded. */
export interface Route {
  /** The endpoint's id. */
  readonly id: string;
  readonly api: Api;
  readonly method: string;
  /** Paths with `:name` for parameters: the main one, then the aliases. */
  readonly paths: readonly string[];
}

export const route = (id: string, api: Api, method: string, ...paths: readonly string[]): Route => ({
  id,
  api,
  method,
  paths,
});

export interface Family {
  readonly id: string;
  /** The heading over its endpoints, for people. */
  readonly name: string;
  /** The routes, or a function that loads them with the first call that no loaded route matches. */
  readonly routes: readonly Route[] | (() => Promise<readonly Route[]>);
  /** Loads the declarations of all `routes`. */
  readonly load: () => Promise<readonly Endpoint[]>;
  /** Jobs and effects of the family. Loaded separately, because due work does not need the endpoints. */
  readonly work?: FamilyWork;
}

export const routeOf = ({ id, api, method, path, aliases }: Endpoint): Route =>
  route(id, api, method, path, ...aliases);

/** A family whose declarations are already loaded. */
export const familyOf = (
  id: string,
  name: string,
  endpoints: readonly Endpoint[],
  work?: FamilyWork,
): Family => ({
  ...(work && { work }),
  id,
  name,
  routes: endpoints.map(routeOf),
  load: () => Promise.resolve(endpoints),
});
