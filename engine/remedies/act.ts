/** What fixes a refusal: plain data that the page carries out for the person (decisions/errors-that-act.md). */
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { CredentialKind } from '../auth/credentials.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Plan } from '../spec/plans.ts';
import type { Scope } from '../spec/scopes.ts';

/**
 * A part of a call that a person can change: `method`, `url`, `path.id`, `query.max_results`, `header.content-type`,
 * `form.scope`, `body` for the whole JSON body and `body.poll.duration_minutes` for one of its members.
 */
export type Field = string;

/**
 * `value` is null for a part to leave out, and JSON for a member of a JSON body. `name` is the intended name when
 * another one was written.
 */
export interface Change {
  readonly field: Field;
  readonly value: string | null;
  readonly name?: string;
}

export interface SignIn {
  readonly kind: 'signInAgain';
  readonly flow: 'oauth1' | 'oauth2';
  readonly appId: string;
  /** null if any user may sign in. */
  readonly userId: string | null;
  /** The scopes to request. OAuth 2.0 only. */
  readonly scopes: readonly Scope[];
}

export interface GenerateToken {
  readonly kind: 'generateToken';
  readonly appId: string;
  readonly credential: CredentialKind;
}

/** Calls per window, or posts per month. */
export type Allowance =
  | { readonly of: 'calls'; readonly limit: number; readonly windowSeconds: number }
  | { readonly of: 'posts'; readonly limit: number };

export type Act =
  | {
      readonly kind: 'switchPlan';
      readonly projectId: string;
      readonly from: Plan;
      readonly plan: Plan;
      /** What the plan gives of the allowance that was used up. */
      readonly gives?: Allowance;
    }
  /** An existing token keeps its level (choice: o1-access-type): `then` makes a new one. */
  | {
      readonly kind: 'raisePermission';
      readonly appId: string;
      readonly from: PermissionLevel;
      readonly to: PermissionLevel;
      readonly then: SignIn | GenerateToken;
    }
  | SignIn
  | GenerateToken
  | { readonly kind: 'attachToProject'; readonly appId: string; readonly projectId: string }
  | { readonly kind: 'liftSuspension'; readonly appId: string }
  | { readonly kind: 'liftAbuse'; readonly appId: string }
  /** Access to another user's advertiser account (choice: ads-access). */
  | {
      readonly kind: 'giveAdAccess';
      readonly accountId: string;
      readonly name: string;
      readonly userId: string;
    }
  /** Something has to be deleted first: the page prepares the call, and only the person sends it. */
  | {
      readonly kind: 'openCall';
      readonly endpointId: string;
      readonly path: Readonly<Record<string, string>>;
      /** A description of what the call deletes. */
      readonly name: string;
    }
  /** A switch of the merchant shopping manager (choice: catalog-access). */
  | { readonly kind: 'openCatalog'; readonly door: 'earlyAccess' | 'terms'; readonly userId: string }
  | { readonly kind: 'enableOAuth'; readonly appId: string; readonly version: 'oauth1' | 'oauth2' }
  /** Epoch ms on the platform's clock, and what ends then. */
  | { readonly kind: 'jumpTo'; readonly at: number; readonly over: 'window' | 'month' }
  /** Takes the clock back by `ms`; `or` applies when the jump can no longer be undone. */
  | { readonly kind: 'undoJump'; readonly ms: number; readonly or: Act }
  /** Signs the same message again with what the App has: nonce, time, secrets. */
  | { readonly kind: 'correctSignature' }
  /** Only the person knows the right text. */
  | { readonly kind: 'changeText'; readonly field: Field }
  /** The App's own token, which only the person can enter: the portal does not show it again (2.5). */
  | {
      readonly kind: 'giveToken';
      readonly field: Field;
      readonly appId: string;
      readonly credential: CredentialKind;
    }
  | { readonly kind: 'useValue'; readonly changes: readonly Change[] }
  /** Another proof of the caller, the first of `take` that exists; null for an unknown App or user. */
  | {
      readonly kind: 'useCredential';
      readonly take: readonly AuthKind[];
      readonly appId: string | null;
      readonly userId: string | null;
    }
  /** The cause of the refusal no longer exists. */
  | { readonly kind: 'sendAgain' }
  | { readonly kind: 'none'; readonly because: string };

export type ActKind = Act['kind'];

/** A refusal explained: what happened, why if the trace is not plain enough, and what fixes it. */
export interface Advice {
  /** Without a full stop. */
  readonly what: string;
  /** Whole sentences; null when the trace's own reason is plain enough. */
  readonly why: string | null;
  readonly act: Act;
  /** Alternatives, each of which fixes the same problem. */
  readonly instead?: readonly Act[];
  /** Fixes of the other errors in the call, which `act` alone does not fix. */
  readonly also?: readonly Act[];
}

export const none = (because: string): Act => ({ kind: 'none', because });
export const changeText = (field: Field): Act => ({ kind: 'changeText', field });
export const useValue = (...changes: readonly Change[]): Act => ({ kind: 'useValue', changes });
export const put = (field: Field, value: string): Act => useValue({ field, value });
