/** Apps: created, attached to Projects, changed, suspended and deleted (specification 1, 2.5, 5). */
import { keysWhere } from '../../state/store/table.ts';
import { itemAt } from '../../checked/known.ts';
import { newKeys, regenerate, revoke } from '../../auth/credentials.ts';
import type { Shown } from '../../auth/credentials.ts';
import { isRecord } from '../../checked/is.ts';
import { flag, nullable, text, tuple } from '../../declaration/checks.ts';
import type { Check } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import { isConfidential } from '../../spec/app-types.ts';
import { appsPerProject, planName } from '../../spec/plans.ts';
import type { State } from '../../state/state.ts';
import type { App, User } from '../../state/tables/accounts.ts';
import { holdAppToPlan, holdToPlan } from '../../webhooks/registry.ts';
import { removeWebhooksOf } from '../../webhooks/removing.ts';
import { appView, settingsOf } from '../app-view.ts';
import type { AppView, Made, PortalResult, Settled } from '../contract.ts';
import { notify } from '../mailbox.ts';
import { firstUser, ownerOf } from '../owner.ts';
import { noApp, noProject, refused } from '../refused.ts';
import type { Refused } from '../refused.ts';
import { changeSettings, mostStandaloneApps } from '../settings.ts';
import type { AppSettings } from '../settings.ts';

export interface Needs {
  readonly state: State;
}

/** `changeSettings` says which setting is wrong, and why. */
const settings: Check<Partial<AppSettings>> = (value): value is Partial<AppSettings> => isRecord(value);

/**
 * Creates an App with its first keys, which are shown only now. A Project holds as many Apps as its plan allows; an
 * App without a Project is a Standalone App.
 */
export const createApp = command(
  tuple(text, nullable(text)),
  ({ state }: Needs, name, projectId): Made<AppView> & { shown?: readonly Shown[] } => {
    const full = projectId === null ? standaloneFull(state) : projectFull(projectId, state);
    if (full) return full;
    const owner =
      projectId === null
        ? firstUser(state)
        : state.tables.users.get(state.tables.projects.must(projectId).owner_id);
    if (!owner) return refused('There is no user who could own it.');
    const blank = blankApp(name.trim(), owner, projectId);
    const checked = changeSettings(settingsOf(blank), {});
    if ('problems' in checked) return refused(`${itemAt(Object.values(checked.problems), 0)}.`);
    const { app, shown } = state.transact((write) => {
      const made = write.apps.insert({
        ...blank,
        id: state.nextId(),
        ...newKeys(state),
        client_id: state.random.alphanumeric(34),
      });
      const keys = {
        appId: made.id,
        appName: made.name,
        id: `${made.id}-basic`,
        kind: 'basic' as const,
        consumer_key: made.consumer_key,
        consumer_secret: made.consumer_secret,
      };
      return { app: made, shown: [keys, regenerate(made, 'app', owner, state, write)] };
    });
    return { ok: true, made: appView(app, state, null), shown };
  },
);

/** Attaching a Standalone App to a Project enables v2 (section 9). */
export const attachApp = command(tuple(text, text), ({ state }: Needs, appId, projectId): PortalResult => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  if (app.project_id !== null) return refused(`${app.name} is in a Project already.`);
  const full = projectFull(projectId, state);
  if (full) return full;
  state.transact((write) => {
    write.apps.update(appId, { project_id: projectId });
    holdToPlan(projectId, state.tables, write);
  });
  return { ok: true };
});

/**
 * Makes the App a Standalone App again. Its webhooks stay but are not valid, because in v2 only Apps of Projects have
 * them.
 */
export const detachApp = command(tuple(text), ({ state }: Needs, appId): PortalResult => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  if (app.project_id === null) return refused(`${app.name} is in no Project.`);
  const full = standaloneFull(state);
  if (full) return full;
  state.transact((write) => {
    write.apps.update(appId, { project_id: null });
    holdAppToPlan(appId, state.tables, write);
  });
  return { ok: true };
});

/** Changes the settings, all or none. */
export const updateApp = command(tuple(text, settings), ({ state }: Needs, appId, patch): Settled => {
  const app = state.tables.apps.get(appId);
  if (!app) return { ...noApp, problems: {} };
  const checked = changeSettings(settingsOf(app), patch);
  if ('problems' in checked) return { ok: false, reason: 'Nothing was saved.', problems: checked.problems };
  const shown = state.transact((write) => {
    const { oauth2, oauth2_type } = checked.settings;
    const hasSecret = isConfidential(oauth2_type);
    const changed = write.apps.update(appId, {
      ...checked.settings,
      ...(!hasSecret && { client_secret: null }),
    });
    // 2.5: a client secret is issued to confidential clients.
    const isIssued = oauth2 && hasSecret && app.client_secret === null;
    return isIssued ? [regenerate(changed, 'client', ownerOf(app, state), state, write)] : [];
  });
  return { ok: true, shown };
});

export const deleteApp = command(tuple(text), ({ state }: Needs, appId): PortalResult => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  state.transact((write) => {
    for (const kind of ['basic', 'client'] as const) revoke(app, kind, ownerOf(app, state), state, write);
    for (const name of [
      'request_tokens',
      'oauth2_tokens',
      'refresh_tokens',
      'authorization_codes',
      'approvals',
      'stream_rules',
      'compliance_jobs',
    ] as const)
      for (const key of keysWhere<{ readonly app_id: string }>(
        state.tables[name],
        (row) => row.app_id === appId,
      ))
        write[name].remove(key);
    removeWebhooksOf(appId, state.tables, write);
    write.apps.remove(appId);
  });
  return { ok: true };
});

/** Suspends an App that breaks the terms, or lifts its suspension, as the platform's staff does. Its owner is notified. */
export const setSuspended = command(tuple(text, flag), ({ state }: Needs, appId, suspended): PortalResult => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  if (app.suspended === suspended) return { ok: true };
  const subject = `${app.name} is ${suspended ? 'suspended' : 'no longer suspended'}`;
  const notice = suspended
    ? `${app.name} broke the developer terms. Its keys and tokens are refused until the suspension is lifted.`
    : `${app.name} is in good standing again. Its keys and tokens work as before.`;
  state.transact((write) => {
    write.apps.update(appId, { suspended });
    notify(state, app, subject, notice, write);
  });
  return { ok: true };
});

function projectFull(projectId: string, { tables }: State): Refused | null {
  const project = tables.projects.get(projectId);
  if (!project) return noProject;
  const most = appsPerProject[project.plan];
  if (tables.apps.countBy('project', projectId) < most) return null;
  return refused(
    `${project.name} is on plan ${planName(project.plan)}, which holds ${most} ${most === 1 ? 'App' : 'Apps'} (2.5).`,
  );
}

function standaloneFull({ tables }: State): Refused | null {
  const count = [...tables.apps.values()].filter(({ project_id }) => project_id === null).length;
  return count < mostStandaloneApps
    ? null
    : refused(`There are ${mostStandaloneApps} Standalone Apps already.`);
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
