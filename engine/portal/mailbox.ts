/** Messages to the e-mail address of the owner's account (specification 2.5). */
import type { State, Write } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';

/** For use inside a transaction. */
export function notify(state: State, app: App, subject: string, text: string, write: Write): void {
  const owner = state.tables.users.must(app.owner_id);
  write.notices.insert({
    id: state.nextId(),
    user_id: owner.id,
    email: owner.email,
    at: state.now(),
    subject,
    text,
  });
}

/** Notifies the owner that the App no longer gets a response (choice: abuse). */
export function announceSilence(state: State, appId: string): void {
  const app = state.tables.apps.must(appId);
  const text = `${app.name} went on calling after its limits were used up. Its calls get no response until the present 15 minutes end. The developer portal can lift this at once.`;
  state.transact((write) => notify(state, app, `${app.name} gets no response any more`, text, write));
}
