/** The APIs of the platform (specification 9; choice: hosts): what all endpoints of an API have in common. */
import type { AuthKind } from './auth-kinds.ts';

export interface Api {
  readonly id: 'oauth' | 'tokens' | 'pages' | 'files' | 'v1' | 'v2' | 'ads' | 'catalog';
  /** The base address that serves it. */
  readonly host: 'api' | 'ads';
  /** The beginning of its paths, for calls to undeclared paths. */
  readonly prefix: string;
  /**
   * The members beside `errors` (2.4): none, `error` (choice: pkce-token), the problem fields (choice: error-body) or
   * the echo (choice: ads-errors); or a page instead (choice: html-pages).
   */
  readonly errorBody: 'plain' | 'grant' | 'page' | 'problem' | 'ads';
  /** What happens to a query parameter that an endpoint does not declare (choice: v2-400). */
  readonly unknownQuery: 'refused' | 'ignored';
  /** Whether the App must be in a Project whose plan has the endpoint (2.5, 9). */
  readonly needsProject: boolean;
  /** Which calls must use the scheme of the base: all, or those with credentials (choice: transport). */
  readonly secure: 'always' | 'with credentials';
  /** The part of the starting data that its calls can see, which is created by the first of them. */
  readonly population: 'starter' | 'ads';
  /** The kinds of authentication that its endpoints can take (5, 9). */
  readonly credentials: readonly AuthKind[];
}

/** Authorization: its endpoints carry no version (9). */
export const oauth: Api = {
  id: 'oauth',
  host: 'api',
  prefix: '/',
  errorBody: 'plain',
  unknownQuery: 'ignored',
  needsProject: false,
  secure: 'always',
  population: 'starter',
  credentials: ['none', 'consumer', 'requestToken', 'oauth1'],
};

/** Where clients get and revoke tokens (RFC 6749 3.2). */
export const tokens: Api = { ...oauth, id: 'tokens', errorBody: 'grant', credentials: ['basic', 'client'] };

/** Pages for a browser. */
export const pages: Api = { ...oauth, id: 'pages', errorBody: 'page', credentials: ['session', 'visitor'] };

/** What Apps upload and download at secret addresses (choice: compliance-jobs). */
export const files: Api = { ...oauth, id: 'files', unknownQuery: 'refused', credentials: ['address'] };

/** v1.1, which refuses OAuth 2.0 user tokens (9). Only invalidate_token remains. */
export const v1: Api = {
  id: 'v1',
  host: 'api',
  prefix: '/1.1/',
  errorBody: 'plain',
  unknownQuery: 'ignored',
  needsProject: false,
  secure: 'always',
  population: 'starter',
  credentials: ['oauth1'],
};

export const v2: Api = {
  id: 'v2',
  host: 'api',
  prefix: '/2/',
  errorBody: 'problem',
  unknownQuery: 'refused',
  needsProject: true,
  secure: 'with credentials',
  population: 'starter',
  credentials: ['none', 'app', 'oauth1', 'oauth2'],
};

/** The Advertiser API (4.5): only OAuth 1.0a user context. */
export const ads: Api = {
  id: 'ads',
  host: 'ads',
  prefix: '/5/',
  errorBody: 'ads',
  unknownQuery: 'refused',
  needsProject: false,
  secure: 'with credentials',
  population: 'ads',
  credentials: ['oauth1'],
};

/** The Catalog API (4.4; choice: hosts), which works like the Advertiser API. Only users have catalogs. */
export const catalog: Api = { ...ads, id: 'catalog', prefix: '/5/product_catalogs', population: 'starter' };

const all: readonly Api[] = [v1, v2, catalog, ads, oauth];

/** The API of a path under a base, declared or not. */
export const apiAt = (host: Api['host'], path: string): Api =>
  all.find((api) => api.host === host && path.startsWith(api.prefix)) ?? (host === 'ads' ? ads : oauth);
