import { hint } from '../../auth/mask.ts';
import { text, tuple } from '../../declaration/checks.ts';
import { question } from '../../declaration/command.ts';
import type { State } from '../../state/state.ts';

export const questions = {
  /** The first and last characters of an App's API key; null for an unknown App and for a key that was revoked. */
  apiKeyHint: question(tuple(text), ({ state }: { readonly state: State }, appId): string | null => {
    const app = state.tables.apps.get(appId);
    return app?.consumer_key ? hint(app.consumer_key) : null;
  }),
};
