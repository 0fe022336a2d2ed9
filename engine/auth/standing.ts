/** Whether an endpoint would accept a credential, row by row, by the checks of the pipeline. */
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Caller } from '../declaration/principal.ts';
import type { ProblemName, Refusal } from '../spec/problems.ts';
import type { Plan } from '../spec/plans.ts';
import type { Read, StateView } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';
import { checkSuspension } from './authenticate.ts';
import { checkEnrolment, checkKind, checkLevel, checkScopes, checkSettings } from './authorise.ts';
import type { Credential } from './credentials.ts';
import { liveToken } from './live-token.ts';

export const standingRows = ['token', 'permission', 'scopes', 'plan', 'app'] as const;
type StandingRow = (typeof standingRows)[number];

/** `holds`: what the credential has. `problem`: the problem that such a call is refused with. */
export type RowStanding =
  | { readonly is: 'met'; readonly holds: string }
  | { readonly is: 'failed'; readonly holds: string; readonly problem: ProblemName; readonly because: string }
  /** The check does not apply to this kind of credential. */
  | { readonly is: 'unused' };

export type CallStanding = Readonly<Record<StandingRow, RowStanding>>;

/** null if the credential has ended: its token ended, or its App was deleted. */
export function standingOf(
  endpoint: Endpoint,
  credential: Credential,
  state: StateView,
): CallStanding | null {
  const { tables } = state;
  const app = tables.apps.get(credential.appId);
  const principal = app && principalOf(credential, app, state);
  if (!principal) return null;
  const plan = planOf(app, tables);
  const kind = checkKind(endpoint, principal) ?? checkSettings(principal);
  const row = (refusal: Refusal | null, holds: string): RowStanding =>
    refusal === null
      ? { is: 'met', holds }
      : { is: 'failed', holds, problem: refusal.problem, because: refusal.because };
  const unused = { is: 'unused' } as const;
  const isFitting = kind === null;
  const enrolment = endpoint.api.needsProject ? checkEnrolment(endpoint, principal, plan, '') : null;
  return {
    token: row(kind, principal.kind),
    permission:
      isFitting && principal.kind === 'oauth1'
        ? row(checkLevel(endpoint, principal), principal.token.permission)
        : unused,
    scopes:
      isFitting && principal.kind === 'oauth2'
        ? row(checkScopes(endpoint, principal.token.scopes), principal.token.scopes.join(' '))
        : unused,
    plan:
      plan && endpoint.api.needsProject
        ? row(enrolment?.problem === 'planLacksEndpoint' ? enrolment : null, plan)
        : unused,
    app: row(checkSuspension(app) ?? (enrolment?.problem === 'notEnrolled' ? enrolment : null), app.name),
  };
}

function planOf({ project_id }: App, { projects }: Read): Plan | undefined {
  return project_id === null ? undefined : projects.get(project_id)?.plan;
}

function principalOf(credential: Credential, app: App, state: StateView): Caller | undefined {
  const { tables } = state;
  switch (credential.kind) {
    case 'oauth1': {
      const token = tables.user_tokens.get(credential.oauth_token);
      const user = token && tables.users.get(token.user_id);
      return user && { kind: 'oauth1', app, token, user };
    }
    case 'oauth2': {
      const token = liveToken(credential.access_token, state, state.now());
      const user = token && tables.users.get(token.user_id);
      return user && { kind: 'oauth2', app, token, user };
    }
    case 'app': {
      const token = tables.bearer_tokens.get(credential.bearer_token);
      return token && { kind: 'app', app, token };
    }
    case 'basic':
    case 'client':
      return { kind: credential.kind, app };
  }
}
