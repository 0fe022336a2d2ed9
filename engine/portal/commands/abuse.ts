/** The silence that follows abuse of limits (choice: abuse). */
import { flag, number, object, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import type { Abuse, Lifted } from '../../limits/abuse.ts';
import type { State } from '../../state/state.ts';
import type { Made, PortalResult } from '../contract.ts';
import { noApp, refused } from '../refused.ts';

export interface Needs {
  readonly state: State;
  readonly abuse: Abuse;
}

/** Ends the silence of an App and returns what had been counted. */
export const liftAbuse = command(tuple(text), ({ state, abuse }: Needs, appId): Made<Lifted | null> => {
  if (!state.tables.apps.get(appId)) return noApp;
  return { ok: true, made: abuse.lift(appId, state.now()) };
});

/** Undoes the lifting of a silence, within 15 minutes of the first refusal. */
export const restoreAbuse = command(
  tuple(text, object<Lifted>({ startedAt: number, refused: number })),
  ({ state, abuse }: Needs, appId, lifted): PortalResult => {
    const app = state.tables.apps.get(appId);
    if (!app) return noApp;
    return abuse.restore(appId, lifted, state.now())
      ? { ok: true }
      : refused(`The 15 minutes are over, after which the refusals of ${app.name} are forgotten.`);
  },
);

/** Switches the whole mechanism on or off. */
export const setAbuse = command(tuple(flag), ({ state }: Needs, enabled): PortalResult => {
  state.transact((write) => void write.platform.update('platform', { abuse_enabled: enabled }));
  return { ok: true };
});
