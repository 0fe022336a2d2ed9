/** Endpoints that belong together and are loaded together: when a call first needs one of them. */
import type { Api } from '../spec/apis.ts';
import type { Endpoint } from './endpoint.ts';
import type { FamilyWork } from './work.ts';

/** What the router has to know of an endpoint before its family is loaded. */
export interface Route {
  /** The endpoint's id. */
  readonly id: string;
  readonly api: Api;
  readonly method: string;
  /** With `:name` for path parameters; further paths that answer too follow the first. */
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
  /** For people: the heading over its endpoints. */
  readonly name: string;
  /** At hand; or loaded with the first call that the routes at hand do not settle. */
  readonly routes: readonly Route[] | (() => Promise<readonly Route[]>);
  /** The declarations of all of `routes`. */
  readonly load: () => Promise<readonly Endpoint[]>;
  /** What it does when nobody calls. Loaded apart: what falls due needs no endpoint. */
  readonly work?: FamilyWork;
}

export const routeOf = ({ id, api, method, path, aliases }: Endpoint): Route =>
  route(id, api, method, path, ...aliases);

/** A family whose declarations are at hand. */
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
