import { object, oneOf, optional, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { State } from '../state/state.ts';
import { reportActivity } from './report.ts';
import type { ActivityPage } from './report.ts';

const page = object<ActivityPage>({
  state: optional(oneOf('waiting', 'acknowledged', 'set_aside')),
  after: optional(text),
});

export const questions = {
  /** A webhook's subscriptions and a page of its events; null for no such webhook. */
  report: question(tuple(text, page), ({ state }: { readonly state: State }, webhookId, page) =>
    reportActivity(webhookId, page, state),
  ),
};
