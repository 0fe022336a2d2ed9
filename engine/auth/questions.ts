import { having, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { StateView } from '../state/state.ts';
import type { Credential } from './credentials.ts';
import { lifeOf } from './token-life.ts';

export const questions = {
  /** Whether a token is still there, and if not, what it ended with. */
  life: question(
    tuple(having<Credential>('id', 'appId', 'appName', 'kind')),
    ({ state }: { readonly state: StateView }, credential) => lifeOf(credential, state.tables),
  ),
};
