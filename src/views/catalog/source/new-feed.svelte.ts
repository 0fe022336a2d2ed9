import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import { SourceForm } from './form.svelte.ts';
import { FeedMaking } from './making.svelte.ts';
import { Outlook } from './outlook.svelte.ts';

/** A new feed: the form, what the worker predicts, and how it is created. */
export class NewFeed implements OutlivesState {
  readonly form: SourceForm;
  readonly making: FeedMaking;
  readonly outlook: Outlook;

  constructor(session: PageSession) {
    this.form = new SourceForm(session);
    this.making = new FeedMaking(session);
    this.outlook = new Outlook(session, this.form);
  }

  stateReplaced(): void {
    this.making.stateReplaced();
  }
}
