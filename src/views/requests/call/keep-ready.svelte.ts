import { untrack } from 'svelte';
import { provideAtHand } from '../../../spec/reading.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { CallTab } from './call-tab.svelte.ts';

/** Keeps the call that is shown ready to be sent, with its endpoint's description and its limits. Called as a component begins. */
export function keepReady(session: PageSession, tab: () => CallTab): void {
  const draft = $derived(tab().draft);
  const calls = $derived(tab().calls);
  const minute = $derived(Math.floor(session.clock.now / 60_000));
  /** Names what an effect runs again for, beside what it reads. */
  const on = (..._values: unknown[]): void => undefined;

  provideAtHand(() => draft.limitSubject ?? (draft.reached && { endpointId: draft.reached.id }));
  // A free-form call reaches what its address says.
  $effect(() => {
    const { reached } = draft;
    const { reference } = session;
    (reached ? reference.load(reached.id) : reference.list()).catch(() => undefined);
  });
  // What is shown is what will be sent, so it is renewed while it waits: on the minute and when the clock jumps.
  $effect(() => {
    on(minute, session.clock.state, draft);
    untrack(() => draft.refresh());
  });
  $effect(() => {
    on(session.plan, session.clock.state, calls.current);
    void calls.look(draft.limitSubject);
  });
}
