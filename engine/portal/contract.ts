import type { Plan } from '../spec/plans.ts';
import type { Shown } from '../auth/credentials.ts';
import type { AppSettings, SettingProblems } from './settings.ts';
import type { PermissionLevel } from '../spec/permissions.ts';

/** What the portal shows, readable at any time. */
export interface Portal {
  projects(): readonly ProjectView[];
  apps(): readonly AppView[];
  /** null for an unknown id. */
  app(id: string): AppView | null;
  users(): readonly UserView[];
  /** null for an unknown id. */
  user(id: string): UserView | null;
  notices(): readonly Notice[];
  abuseEnabled(): boolean;
}

/** A program that answers at its own host. */
export interface ReceiverView {
  readonly host: string;
  /** A JavaScript module whose default export answers a Request. */
  readonly code: string;
  /** Epoch ms of the platform. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many items it stores. */
  readonly itemCount: number;
}

/** An item that was set in a receiver's storage; null for one that was deleted. */
export type ItemChange = readonly [key: string, value: string | null];

export type PortalResult = { ok: true } | { ok: false; reason: string };

export type Made<T> = { ok: true; made: T } | { ok: false; reason: string };

/**
 * `problems`: what is wrong, by the name of the setting. `shown`: the client secret that is issued when a change
 * enables OAuth 2.0 for a confidential client.
 */
export type Settled =
  | { ok: true; shown: readonly Shown[] }
  | { ok: false; reason: string; problems: SettingProblems };

export interface ProjectView {
  id: string;
  name: string;
  ownerId: string;
  plan: Plan;
  /** The most Apps that its plan allows (2.5). */
  appLimit: number;
}

export interface AppView {
  id: string;
  name: string;
  /** Ids of its webhooks, the oldest first. */
  webhooks: readonly string[];
  ownerId: string;
  /** null for a Standalone App (2.5). */
  projectId: string | null;
  plan: Plan | null;
  suspended: boolean;
  permission: PermissionLevel;
  /** Epoch ms until which its calls get no response (choice: abuse); null in good standing. */
  silencedUntil: number | null;
  settings: AppSettings;
  /** Not a secret (RFC 6749 2.2). */
  clientId: string;
  /** Which credentials exist; none can be viewed again. */
  has: { api_key: boolean; bearer_token: boolean; owner_token: boolean; client_secret: boolean };
}

export interface UserView {
  id: string;
  username: string;
  name: string;
}

/** A message to the e-mail address of an App owner's account (2.5). */
export interface Notice {
  id: string;
  userId: string;
  email: string;
  at: number;
  subject: string;
  text: string;
}
