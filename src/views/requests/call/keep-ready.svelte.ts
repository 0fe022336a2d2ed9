import { untrack } from 'svelte';
import { provideAtHand } from '../../../spec/reading.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { CallTab } from './call-tab.svelte.ts';

/**
 * Keeps the shown call ready to send, with its endpoint's description and its limits. Call it while a component is
 * initialised.
 */
export function keepReady(session: PageSession, tab: () => CallTab): void {
  const draft = $derived(tab().draft);
  const calls = $derived(tab().calls);
  const minute = $derived(Math.floor(session.clock.now / 60_000));
  /** Lists values that an effect depends on besides those it reads. */
  const on = (..._values: unknown[]): void => undefined;

  provideAtHand(() => draft.limitSubject ?? (draft.reached && { endpointId: draft.reached.id }));
  // The address of a free-form call determines its endpoint.
  $effect(() => {
    const { reached } = draft;
    const { reference } = session;
    (reached ? reference.load(reached.id) : reference.list()).catch(() => undefined);
  });
  // What is shown is what will be sent, so it is renewed while it waits: every minute and when the clock jumps.
  $effect(() => {
    on(minute, session.clock.state, draft);
    untrack(() => draft.refresh());
  });
  $effect(() => {
    on(session.plan, session.clock.state, calls.current);
    void calls.look(draft.limitSubject);
  });
}
