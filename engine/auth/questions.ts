import { having, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { StateView } from '../state/state.ts';
import type { Credential } from './credentials.ts';
import { standingOf } from './standing.ts';
import type { CallStanding } from './standing.ts';
import { lifeOf } from './token-life.ts';

export const questions = {
  /** Whether a token still exists, and if not, why it ended. */
  life: question(
    tuple(having<Credential>('id', 'appId', 'appName', 'kind')),
    ({ state }: { readonly state: StateView }, credential) => lifeOf(credential, state.tables),
  ),
  /** Whether the endpoint accepts this credential; null for an unknown endpoint and for a credential that has ended. */
  standing: question(
    tuple(text, having<Credential>('id', 'appId', 'appName', 'kind')),
    async (
      {
        state,
        load,
      }: { readonly state: StateView; readonly load: (id: string) => Promise<Endpoint | undefined> },
      endpointId,
      credential,
    ): Promise<CallStanding | null> => {
      const endpoint = await load(endpointId);
      return endpoint ? standingOf(endpoint, credential, state) : null;
    },
  ),
};
