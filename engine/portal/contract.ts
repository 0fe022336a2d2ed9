import type { Plan } from '../spec/plans.ts';
import type { CredentialKind, Shown } from '../auth/credentials.ts';
import type { AppSettings, SettingProblems } from './settings.ts';
import type { PermissionLevel } from '../spec/permissions.ts';

/** What a person can do in the developer portal. Results are values: `{ ok: true }` or the reason. */
export interface Portal {
  projects(): readonly ProjectView[];
  apps(): readonly AppView[];
  users(): readonly UserView[];
  createProject(name: string, plan: Plan): Promise<Made<ProjectView>>;
  setPlan(projectId: string, plan: Plan): Promise<PortalResult>;
  /** A Project takes as many Apps as its plan holds; without one the App is a Standalone App. Keys are shown this once. */
  createApp(name: string, projectId: string | null): Promise<Made<AppView> & { shown?: readonly Shown[] }>;
  attachApp(appId: string, projectId: string): Promise<PortalResult>;
  updateApp(appId: string, patch: Partial<AppSettings>): Promise<Settled>;
  deleteApp(appId: string): Promise<PortalResult>;
  /** The new credential in full, this once; what it replaces ends (choice: regenerate). */
  regenerate(appId: string, kind: CredentialKind): Promise<Made<Shown>>;
  revoke(appId: string, kind: CredentialKind): Promise<PortalResult>;
  apiKeyHint(appId: string): string | null;
  setSuspended(appId: string, suspended: boolean): Promise<PortalResult>;
  /** Ends the silence that follows abuse of limits (choice: abuse). */
  liftAbuse(appId: string): Promise<PortalResult>;
  /** Switches the whole abuse mechanism (choice: abuse). */
  setAbuse(enabled: boolean): Promise<PortalResult>;
  abuseEnabled(): boolean;
  notices(): readonly Notice[];
}

export type PortalResult = { ok: true } | { ok: false; reason: string };

export type Made<T> = { ok: true; made: T } | { ok: false; reason: string };

/**
 * `problems`: what is wrong, by the name of the setting. `shown`: the client secret that is issued when the settings
 * come to include OAuth 2.0 for a confidential client.
 */
export type Settled =
  { ok: true; shown: readonly Shown[] } | { ok: false; reason: string; problems: SettingProblems };

export interface ProjectView {
  id: string;
  name: string;
  ownerId: string;
  plan: Plan;
  /** Apps that its plan holds (2.5). */
  appLimit: number;
}

export interface AppView {
  id: string;
  name: string;
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
  /** Which credentials there are; none is viewable again. */
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
