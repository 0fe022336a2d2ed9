/** What the developer portal shows (specification 2.5). */
import type { Abuse } from '../limits/abuse.ts';
import { appsPerProject } from '../spec/plans.ts';
import type { State } from '../state/state.ts';
import type { App, Project, User } from '../state/tables/accounts.ts';
import { appView } from './app-view.ts';
import type { AppView, Notice, Portal, ProjectView, UserView } from './contract.ts';

export const projectView = ({ id, name, owner_id, plan }: Project): ProjectView => ({
  id,
  name,
  ownerId: owner_id,
  plan,
  appLimit: appsPerProject[plan],
});

const userView = ({ id, username, name }: User): UserView => ({ id, username, name });

export class PortalViews implements Portal {
  constructor(
    private readonly state: State,
    private readonly abuse: Abuse,
  ) {}

  projects(): readonly ProjectView[] {
    return Array.from(this.state.tables.projects.values(), projectView);
  }

  apps(): readonly AppView[] {
    return Array.from(this.state.tables.apps.values(), (app) => this.#view(app));
  }

  app(id: string): AppView | null {
    const app = this.state.tables.apps.get(id);
    return app ? this.#view(app) : null;
  }

  users(): readonly UserView[] {
    return Array.from(this.state.tables.users.values(), userView);
  }

  user(id: string): UserView | null {
    const user = this.state.tables.users.get(id);
    return user ? userView(user) : null;
  }

  notices(): readonly Notice[] {
    return Array.from(this.state.tables.notices.values(), ({ id, user_id, email, at, subject, text }) => ({
      id,
      userId: user_id,
      email,
      at,
      subject,
      text,
    }));
  }

  abuseEnabled(): boolean {
    return this.state.platform.abuse_enabled;
  }

  #view(app: App): AppView {
    return appView(app, this.state, this.#silencedUntil(app));
  }

  #silencedUntil(app: App): number | null {
    return this.state.platform.abuse_enabled ? this.abuse.silencedUntil(app.id, this.state.now()) : null;
  }
}
