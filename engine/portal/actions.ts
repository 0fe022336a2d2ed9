/**
 * What a person does in the developer portal (platform.md 1, 2.5, 5): decided and done at once. `portal.ts` loads
 * it when something is done first, and makes what was done durable before it is answered.
 */
import type { Abuse, Lifted } from '../limits/abuse.ts';
import { plans, appsPerProject } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';
import type { AppView, Made, PortalCommands, PortalResult, ProjectView, Settled } from './contract.ts';
import type { Shown, CredentialKind } from '../auth/credentials.ts';
import type { OutboxLine } from '../declaration/services.ts';
import { isConfidential } from '../spec/app-types.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { State } from '../state/state.ts';
import { pairId } from '../state/tables/pairs.ts';
import { appView, settingsOf } from './app-view.ts';
import { Deliveries } from './deliveries.ts';
import { notify } from './mailbox.ts';
import { decideFollow, letIn, setBlock } from './people.ts';
import { projectView } from './queries.ts';
import { clearReceiver, removeReceiver, saveReceiver } from './receivers.ts';
import { credentialKinds, newKeys, regenerate, revoke } from '../auth/credentials.ts';
import { holdAppToPlan, holdToPlan } from '../webhooks/registry.ts';
import { removeWebhooksOf } from '../webhooks/removing.ts';
import { changeSettings, oneLine, visible } from './settings.ts';
import type { AppSettings } from './settings.ts';

const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
const noApp = refused('There is no such App.');
const noProject = refused('There is no such Project.');
const noUser = refused('There is no such user.');

const mostProjects = 20;
const mostStandaloneApps = 20;

export class PortalActions implements PortalCommands {
  readonly #deliveries: Deliveries;

  constructor(
    private readonly state: State,
    private readonly abuse: Abuse,
    outbox: OutboxLine,
    private readonly lag: () => void,
  ) {
    this.#deliveries = new Deliveries(state, outbox);
  }

  createProject(name: string, plan: Plan): Made<ProjectView> {
    if (name.trim().length > 64 || !oneLine.test(name) || !visible.test(name))
      return refused(
        'A Project has a name of 1 to 64 characters on one line, none of which turns the text around it.',
      );
    if (!plans.includes(plan)) return refused(`The plans are ${plans.join(', ')}.`);
    if (this.state.tables.projects.size >= mostProjects)
      return refused(`There are ${mostProjects} Projects already.`);
    const owner = this.#anyOwner();
    if (!owner) return refused('There is no user who could own it.');
    const id = this.state.transact(
      (write) =>
        write.projects.insert({ id: this.state.nextId(), name: name.trim(), owner_id: owner.id, plan }).id,
    );
    return { ok: true, made: projectView(this.state.tables.projects.get(id)!) };
  }

  /** choice: plan-change. */
  setPlan(projectId: string, plan: Plan): PortalResult {
    if (!this.state.tables.projects.get(projectId)) return noProject;
    if (!plans.includes(plan)) return refused(`There is no such plan: the plans are ${plans.join(', ')}.`);
    this.state.transact((write) => {
      write.projects.update(projectId, { plan });
      holdToPlan(projectId, this.state.tables, write);
    });
    return { ok: true };
  }

  /** An App with its first keys, shown this once; without a Project it is a Standalone App. */
  createApp(name: string, projectId: string | null): Made<AppView> & { shown?: readonly Shown[] } {
    const full = projectId === null ? this.#standaloneFull() : this.#projectFull(projectId);
    if (full) return full;
    const owner =
      projectId === null
        ? this.#anyOwner()
        : this.state.tables.users.get(this.state.tables.projects.get(projectId)!.owner_id);
    if (!owner) return refused('There is no user who could own it.');
    const blank = blankApp(name.trim(), owner, projectId);
    const checked = changeSettings(settingsOf(blank), {});
    if ('problems' in checked) return refused(`${Object.values(checked.problems)[0]!}.`);
    const { app, shown } = this.state.transact((write) => {
      const made = write.apps.insert({
        ...blank,
        id: this.state.nextId(),
        ...newKeys(this.state),
        client_id: this.state.random.alphanumeric(34),
      });
      const common = { appId: made.id, appName: made.name };
      const keys = {
        ...common,
        id: `${made.id}-basic`,
        kind: 'basic' as const,
        consumer_key: made.consumer_key,
        consumer_secret: made.consumer_secret,
      };
      return { app: made, shown: [keys, regenerate(made, 'app', owner, this.state, write)] };
    });
    return { ok: true, made: appView(app, this.state, null), shown };
  }

  /** Attaching a Standalone App to a Project enables v2 (section 9). */
  attachApp(appId: string, projectId: string): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (app.project_id !== null) return refused(`${app.name} is in a Project already.`);
    const full = this.#projectFull(projectId);
    if (full) return full;
    this.state.transact((write) => {
      write.apps.update(appId, { project_id: projectId });
      holdToPlan(projectId, this.state.tables, write);
    });
    return { ok: true };
  }

  /** What it had before it was attached is as it was: its webhooks, which v2 has for Apps of Projects alone, are not valid. */
  detachApp(appId: string): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (app.project_id === null) return refused(`${app.name} is in no Project.`);
    const full = this.#standaloneFull();
    if (full) return full;
    this.state.transact((write) => {
      write.apps.update(appId, { project_id: null });
      holdAppToPlan(appId, this.state.tables, write);
    });
    return { ok: true };
  }

  /** A change of the settings, all or nothing; `problems` says what is wrong of which field. */
  updateApp(appId: string, patch: Partial<AppSettings>): Settled {
    const app = this.state.tables.apps.get(appId);
    if (!app) return { ...noApp, problems: {} };
    const checked = changeSettings(settingsOf(app), patch);
    if ('problems' in checked) return { ok: false, reason: 'Nothing was saved.', problems: checked.problems };
    const shown = this.state.transact((write) => {
      const { oauth2, oauth2_type } = checked.settings;
      const secretive = isConfidential(oauth2_type);
      const changed = write.apps.update(appId, {
        ...checked.settings,
        ...(!secretive && { client_secret: null }),
      });
      // 2.5: a client secret is issued to confidential clients.
      const isIssued = oauth2 && secretive && app.client_secret === null;
      return isIssued ? [regenerate(changed, 'client', this.#owner(app), this.state, write)] : [];
    });
    return { ok: true, shown };
  }

  deleteApp(appId: string): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    this.state.transact((write) => {
      for (const kind of ['basic', 'client'] as const) revoke(app, kind, this.#owner(app), this.state, write);
      for (const name of [
        'request_tokens',
        'oauth2_tokens',
        'refresh_tokens',
        'authorization_codes',
        'approvals',
        'stream_rules',
        'compliance_jobs',
      ] as const)
        for (const row of [...this.state.tables[name].values()])
          if (row.app_id === appId) write[name].remove(this.state.tables[name].keyOf(row as never));
      removeWebhooksOf(appId, this.state.tables, write);
      write.apps.remove(appId);
    });
    return { ok: true };
  }

  /** The new credential, in full, this once; the old one ends (choice: regenerate). */
  regenerate(appId: string, kind: CredentialKind): Made<Shown> {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (kind === 'client' && !isConfidential(app.oauth2_type))
      return refused('A public client has no client secret (2.5).');
    if (!credentialKinds.includes(kind)) return refused(`An App has no credential ${kind}.`);
    const made = this.state.transact((write) => regenerate(app, kind, this.#owner(app), this.state, write));
    return { ok: true, made };
  }

  revoke(appId: string, kind: CredentialKind): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (!credentialKinds.includes(kind)) return refused(`An App has no credential ${kind}.`);
    this.state.transact((write) => {
      revoke(app, kind, this.#owner(app), this.state, write);
    });
    return { ok: true };
  }

  /** What the platform's staff does to an App that breaks the terms, or that mended its ways; its owner is told. */
  setSuspended(appId: string, suspended: boolean): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (app.suspended === suspended) return { ok: true };
    this.state.transact((write) => {
      write.apps.update(appId, { suspended });
      const text = suspended
        ? `${app.name} broke the developer terms. Its keys and tokens are refused until the suspension is lifted.`
        : `${app.name} is in good standing again. Its keys and tokens work as before.`;
      notify(
        this.state,
        app,
        `${app.name} is ${suspended ? 'suspended' : 'not suspended any more'}`,
        text,
        write,
      );
    });
    return { ok: true };
  }

  liftAbuse(appId: string): Made<Lifted | null> {
    if (!this.state.tables.apps.get(appId)) return noApp;
    const lifted = this.abuse.lift(appId, this.state.now());
    this.lag();
    return { ok: true, made: lifted };
  }

  restoreAbuse(appId: string, lifted: Lifted): PortalResult {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    if (!this.abuse.restore(appId, lifted, this.state.now()))
      return refused(`The 15 minutes are over, after which the refusals of ${app.name} are forgotten.`);
    this.lag();
    return { ok: true };
  }

  setAbuse(enabled: boolean): PortalResult {
    this.state.transact((write) => void write.platform.update('platform', { abuse_enabled: enabled }));
    return { ok: true };
  }

  allow(appId: string, userId: string): Made<Shown> {
    const app = this.state.tables.apps.get(appId);
    if (!app) return noApp;
    const user = this.state.tables.users.get(userId);
    if (!user) return noUser;
    if (!app.oauth1) return refused(`OAuth 1.0a is not enabled for ${app.name}: its settings exclude it.`);
    if (app.consumer_key === '') return refused(`${app.name} has no API key to ask with.`);
    if (app.suspended) return refused(`${app.name} is suspended: nobody can let it in.`);
    return { ok: true, made: this.state.transact((write) => letIn(app, user, this.state, write)) };
  }

  setBlocked(userId: string, targetId: string, blocked: boolean): PortalResult {
    const { tables } = this.state;
    if (!tables.users.get(userId) || !tables.users.get(targetId)) return noUser;
    if (userId === targetId) return refused('Nobody blocks themselves.');
    const now = this.state.now();
    this.state.transact((write) => setBlock(userId, targetId, blocked, { tables, now }, write));
    return { ok: true };
  }

  answerFollower(userId: string, followerId: string, accepted: boolean): PortalResult {
    const { tables } = this.state;
    if (!tables.follow_requests.get(pairId(followerId, userId)))
      return refused('Nobody of that id asks to follow them.');
    const now = this.state.now();
    this.state.transact((write) => decideFollow(followerId, userId, accepted, now, write));
    return { ok: true };
  }

  redeliverEvent(eventId: string): Made<number> {
    return this.#deliveries.redeliver(eventId);
  }

  duplicateEvent(eventId: string): Made<number> {
    return this.#deliveries.duplicate(eventId);
  }

  replayEvents(webhookId: string, from: number, to: number): Made<number> {
    return this.#deliveries.replay(webhookId, from, to);
  }

  dropEvent(eventId: string): Made<number> {
    return this.#deliveries.drop(eventId);
  }

  saveReceiver(host: string, code: string): PortalResult {
    return saveReceiver(this.state, host, code);
  }

  removeReceiver(host: string): PortalResult {
    return removeReceiver(this.state, host);
  }

  clearReceiver(host: string): PortalResult {
    return clearReceiver(this.state, host);
  }

  #projectFull(projectId: string): { ok: false; reason: string } | null {
    const project = this.state.tables.projects.get(projectId);
    if (!project) return noProject;
    const most = appsPerProject[project.plan];
    if (this.state.tables.apps.countBy('project', projectId) < most) return null;
    return refused(
      `${project.name} is on plan ${project.plan}, which holds ${most} ${most === 1 ? 'App' : 'Apps'} (2.5).`,
    );
  }

  #standaloneFull(): { ok: false; reason: string } | null {
    const count = [...this.state.tables.apps.values()].filter(({ project_id }) => project_id === null).length;
    return count < mostStandaloneApps
      ? null
      : refused(`There are ${mostStandaloneApps} Standalone Apps already.`);
  }

  #owner(app: App): User {
    return this.state.tables.users.get(app.owner_id)!;
  }

  /** The portal is one developer's: the first user. */
  #anyOwner(): User | undefined {
    const [first] = this.state.tables.users.values();
    return first;
  }
}

const blankApp = (name: string, owner: User, projectId: string | null): App => ({
  id: '',
  name,
  description: '',
  website_url: 'https://example.example',
  owner_id: owner.id,
  project_id: projectId,
  consumer_key: '',
  consumer_secret: '',
  permission: 'read',
  oauth1: true,
  oauth2: false,
  email_toggle: false,
  callback_urls: [],
  sign_in: false,
  oauth2_type: 'web',
  client_id: '',
  client_secret: null,
  icon: '',
  terms_url: '',
  privacy_url: '',
  organization_name: '',
  organization_url: '',
  purpose: '',
  suspended: false,
});
