/** Users, Projects and Apps. Times are epoch milliseconds on the platform's clock; ids are decimal strings in the order of time. */
import { oauth2Types } from '../../spec/app-types.ts';
import type { OAuth2Type } from '../../spec/app-types.ts';
import { permissionLevels } from '../../spec/permissions.ts';
import type { PermissionLevel } from '../../spec/permissions.ts';
import { plans } from '../../spec/plans.ts';
import type { Plan } from '../../spec/plans.ts';
import { flag, id, keyOf, listOf, matching, moment, nullable, oneOf, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** In plain text: these accounts exist to be shown, and the login page says so. */
  readonly password: string;
  readonly created_at: number;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly verified: boolean;
  readonly protected: boolean;
  readonly pinned_post_id: string | null;
}

export const userFields: Fields<User> = {
  id,
  username: matching(/^[A-Za-z0-9_]{1,15}$/, 'a username of 1 to 15 letters, digits or underscores'),
  name: text,
  email: text,
  password: text,
  created_at: moment,
  description: text,
  location: text,
  url: text,
  verified: flag,
  protected: flag,
  pinned_post_id: nullable(keyOf('posts')),
};

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly plan: Plan;
}

export const projectFields: Fields<Project> = {
  id,
  name: text,
  owner_id: keyOf('users'),
  plan: oneOf(...plans),
};

/** specification 2.5. */
export interface App {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly website_url: string;
  readonly owner_id: string;
  /** null for a Standalone App. */
  readonly project_id: string | null;
  /** Empty when it was revoked. */
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly permission: PermissionLevel;
  /** The user flows that the user authentication settings enable (5, rule 1). */
  readonly oauth1: boolean;
  readonly oauth2: boolean;
  readonly email_toggle: boolean;
  /** Exact matches for oauth_callback and redirect_uri (5, rule 4). */
  readonly callback_urls: readonly string[];
  /** The setting of Sign in with the service (4.1). */
  readonly sign_in: boolean;
  /** OAuth 2.0 App types: native and spa are public clients, web and bot confidential ones (2.5). */
  readonly oauth2_type: OAuth2Type;
  readonly client_id: string;
  /** null for a public client and before OAuth 2.0 is selected; empty when it was revoked. */
  readonly client_secret: string | null;
  /** A data: URL of a small picture; empty for none. */
  readonly icon: string;
  readonly terms_url: string;
  readonly privacy_url: string;
  readonly organization_name: string;
  readonly organization_url: string;
  readonly purpose: string;
  readonly suspended: boolean;
}

export const appFields: Fields<App> = {
  id,
  name: text,
  description: text,
  website_url: text,
  owner_id: keyOf('users'),
  project_id: nullable(keyOf('projects')),
  consumer_key: text,
  consumer_secret: text,
  permission: oneOf(...permissionLevels),
  oauth1: flag,
  oauth2: flag,
  email_toggle: flag,
  callback_urls: listOf(text),
  sign_in: flag,
  oauth2_type: oneOf(...oauth2Types),
  client_id: text,
  client_secret: nullable(text),
  icon: text,
  terms_url: text,
  privacy_url: text,
  organization_name: text,
  organization_url: text,
  purpose: text,
  suspended: flag,
};
