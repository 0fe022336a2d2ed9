/** Users, Projects and Apps (specification 2.5, 5). */
import { itemAt } from '../checked/known.ts';
import { settingsOf } from '../portal/app-view.ts';
import { checkSettings, mostProjects, mostStandaloneApps, projectNameObjection } from '../portal/settings.ts';
import { appsPerProject } from '../spec/plans.ts';
import type { App, Project, User } from '../state/tables/accounts.ts';
import { demand, made, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { email, line, moment, opaque, prose, website } from './values.ts';

/** Scenarios create users; no endpoint changes their profiles (choice: profile-elements). */
export const users: Admission<User> = {
  doors: {
    id: typed,
    username: typed,
    name: made(line(50)),
    email: made(email),
    password: made(line(100)),
    created_at: moment,
    description: made(prose(500)),
    location: made(line(100)),
    url: made(website),
    verified: typed,
    protected: typed,
    pinned_post_id: typed,
  },
};

export const projects: Admission<Project> = {
  doors: {
    id: typed,
    name: setBy('portal.createProject', projectNameObjection),
    owner_id: typed,
    plan: setBy('portal.setPlan'),
  },
  among: (_, tables) =>
    demand(tables.projects.size <= mostProjects, 'id', `is one of more than ${mostProjects} Projects`),
};

const setting = setBy<unknown>('portal.updateApp');
const mostOfProject = Math.max(...Object.values(appsPerProject));

export const apps: Admission<App> = {
  doors: {
    id: typed,
    name: setBy(['portal.createApp', 'portal.updateApp']),
    description: setting,
    website_url: setting,
    owner_id: typed,
    project_id: setBy(['portal.createApp', 'portal.attachApp', 'portal.detachApp']),
    consumer_key: made(opaque),
    consumer_secret: made(opaque),
    permission: setting,
    oauth1: setting,
    oauth2: setting,
    email_toggle: setting,
    callback_urls: setting,
    sign_in: setting,
    oauth2_type: setting,
    client_id: made(opaque),
    client_secret: made(opaque),
    icon: setting,
    terms_url: setting,
    privacy_url: setting,
    organization_name: setting,
    organization_url: setting,
    purpose: setting,
    suspended: setBy('portal.setSuspended'),
  },
  row(app) {
    const checked = checkSettings(settingsOf(app));
    if (!('problems' in checked)) return null;
    const [field, words] = itemAt(Object.entries(checked.problems), 0);
    return [field, `would be refused by portal.updateApp: ${words ?? 'Not valid'}`];
  },
  among({ project_id }, { apps }) {
    if (project_id !== null)
      // A Project keeps its Apps when it moves to a plan that allows fewer (choice: plan-change).
      return demand(
        apps.countBy('project', project_id) <= mostOfProject,
        'project_id',
        `has more than ${mostOfProject} Apps`,
      );
    const standalone = apps.size <= mostStandaloneApps ? 0 : standaloneIn(apps.values());
    return demand(
      standalone <= mostStandaloneApps,
      'project_id',
      `is missing in more than ${mostStandaloneApps} Apps`,
    );
  },
};

function standaloneIn(apps: Iterable<App>): number {
  let count = 0;
  for (const { project_id } of apps) if (project_id === null) count++;
  return count;
}
