/** Users, Projects and Apps. Times are epoch milliseconds on the platform's clock; ids are decimal strings in the order of time. */
import type { Plan } from '../../spec/plans.ts';
import type { PermissionLevel } from '../../spec/permissions.ts';
import type { OAuth2Type } from '../../spec/app-types.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** In clear: these accounts exist to be shown, and the login page says so. */
  readonly password: string;
  readonly created_at: number;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly verified: boolean;
  readonly protected: boolean;
  readonly pinned_post_id: string | null;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly plan: Plan;
}

/** platform.md 2.5. */
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
  /** Which user flows the user authentication settings include (5, rule 1). */
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
