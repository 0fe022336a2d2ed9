import type { Plan } from '../spec/plans.ts';
import type { Lifted } from '../limits/abuse.ts';
import type { CredentialKind, Shown } from '../auth/credentials.ts';
import type { AppSettings, SettingProblems } from './settings.ts';
import type { PermissionLevel } from '../spec/permissions.ts';

/** What the portal shows. */
export interface PortalQueries {
  projects(): readonly ProjectView[];
  apps(): readonly AppView[];
  users(): readonly UserView[];
  notices(): readonly Notice[];
  abuseEnabled(): boolean;
  /** The first and last characters of the API key; null for an unknown App and for a key that was revoked. */
  apiKeyHint(appId: string): string | null;
}

/** What a person does there, as it is decided: `{ ok: true }` or the reason. */
export interface PortalCommands {
  createProject(name: string, plan: Plan): Made<ProjectView>;
  setPlan(projectId: string, plan: Plan): PortalResult;
  /** A Project takes as many Apps as its plan holds; without one the App is a Standalone App. Keys are shown this once. */
  createApp(name: string, projectId: string | null): Made<AppView> & { shown?: readonly Shown[] };
  attachApp(appId: string, projectId: string): PortalResult;
  /** Takes back an attachment: the App is a Standalone App again. */
  detachApp(appId: string): PortalResult;
  updateApp(appId: string, patch: Partial<AppSettings>): Settled;
  deleteApp(appId: string): PortalResult;
  /** The new credential in full, this once; what it replaces ends (choice: regenerate). */
  regenerate(appId: string, kind: CredentialKind): Made<Shown>;
  revoke(appId: string, kind: CredentialKind): PortalResult;
  setSuspended(appId: string, suspended: boolean): PortalResult;
  /** Ends the silence that follows abuse of limits (choice: abuse), and gives what was counted until then. */
  liftAbuse(appId: string): Made<Lifted | null>;
  /** Takes back a lifting, while the 15 minutes since the first refusal last. */
  restoreAbuse(appId: string, lifted: Lifted): PortalResult;
  /** Switches the whole abuse mechanism (choice: abuse). */
  setAbuse(enabled: boolean): PortalResult;
  /** The user allows the App what its level is, as by the pages of OAuth 1.0a (choice: o1-reissue). */
  allow(appId: string, userId: string): Made<Shown>;
  /** One user blocks another, or no more (choice: blocking). */
  setBlocked(userId: string, targetId: string, blocked: boolean): PortalResult;
  /** A protected user answers who asked to follow them (choice: protected-posts). */
  answerFollower(userId: string, followerId: string, accepted: boolean): PortalResult;
  /** Delivers an event anew that was set aside; the number is that of events (choice: activity-by-hand). */
  redeliverEvent(eventId: string): Made<number>;
  /** Sends an acknowledged event once more: a duplicate on purpose. */
  duplicateEvent(eventId: string): Made<number>;
  /** Delivers anew, in order, a webhook's events of at most a day, epoch ms; the end is not included. */
  replayEvents(webhookId: string, from: number, to: number): Made<number>;
  /** Takes an event off the list of those set aside. */
  dropEvent(eventId: string): Made<number>;
  /** A program that answers at this host, or its new code: 20 hosts at most, 64 KiB each. What it stored stays. */
  saveReceiver(host: string, code: string): PortalResult;
  /** With what it stored. */
  removeReceiver(host: string): PortalResult;
  /** Takes away what it stored. */
  clearReceiver(host: string): PortalResult;
}

/** A program that answers at a host of its own. */
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

/** An item of a receiver's storage that was set; null for one that was deleted. */
export type ItemChange = readonly [key: string, value: string | null];

/** The hosts that people define, for whoever runs them. */
export interface Receivers {
  list(): readonly ReceiverView[];
  get(host: string): ReceiverView | null;
  items(host: string): readonly (readonly [key: string, value: string])[];
  /**
   * Makes all of the changes, or none with the reason: 1,000 items and 256 KiB a receiver at most, 200 characters a key,
   * 64 KiB a value. Resolves when they are kept.
   */
  keepItems(host: string, changes: readonly ItemChange[]): Promise<PortalResult>;
}

export type PortalMethod = keyof PortalCommands;
export type PortalAnswer<M extends PortalMethod = PortalMethod> = ReturnType<PortalCommands[M]>;

/** The developer portal. What is done there is answered when it is kept. */
export type Portal = PortalQueries & {
  readonly [M in PortalMethod]: (...args: Parameters<PortalCommands[M]>) => Promise<PortalAnswer<M>>;
} & {
  /**
   * Does once what has this id. A repeated id gets the answer of the first time, with the keys that are shown only
   * once: it is kept in one commit with its effect, among the last 64, until `acknowledge`.
   */
  perform<M extends PortalMethod>(
    id: string,
    method: M,
    ...args: Parameters<PortalCommands[M]>
  ): Promise<PortalAnswer<M>>;
  /** The answer has arrived, and is forgotten. */
  acknowledge(id: string): Promise<void>;
};

export type PortalResult = { ok: true } | { ok: false; reason: string };

export type Made<T> = { ok: true; made: T } | { ok: false; reason: string };

/**
 * `problems`: what is wrong, by the name of the setting. `shown`: the client secret that is issued when the settings
 * come to include OAuth 2.0 for a confidential client.
 */
export type Settled =
  | { ok: true; shown: readonly Shown[] }
  | { ok: false; reason: string; problems: SettingProblems };

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
