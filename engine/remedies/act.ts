/** What mends a refusal: plain data, which the page performs for the person (decisions/errors-that-act.md). */
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { CredentialKind } from '../auth/credentials.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Plan } from '../spec/plans.ts';
import type { Scope } from '../spec/scopes.ts';

/**
 * A part of a call as people change it: `method`, `url`, `path.id`, `query.max_results`, `header.content-type`,
 * `form.scope`, `body` for a JSON body as a whole and `body.poll.duration_minutes` for a member of it.
 */
export type Field = string;

/** `value` is null for a part that is left out, and JSON for a member of a JSON body; `name` is the one that was meant where another was written. */
export interface Change {
  readonly field: Field;
  readonly value: string | null;
  readonly name?: string;
}

export interface SignIn {
  readonly kind: 'signInAgain';
  readonly flow: 'oauth1' | 'oauth2';
  readonly appId: string;
  /** null where anybody may sign in. */
  readonly userId: string | null;
  /** What to ask for: OAuth 2.0 alone. */
  readonly scopes: readonly Scope[];
}

export interface GenerateToken {
  readonly kind: 'generateToken';
  readonly appId: string;
  readonly credential: CredentialKind;
}

/** Calls in a window of so many seconds, or posts in a month. */
export type Allowance =
  | { readonly of: 'calls'; readonly limit: number; readonly windowSeconds: number }
  | { readonly of: 'posts'; readonly limit: number };

export type Act =
  | {
      readonly kind: 'switchPlan';
      readonly projectId: string;
      readonly from: Plan;
      readonly plan: Plan;
      /** What the plan gives where the one before was used up. */
      readonly gives?: Allowance;
    }
  /** The token of before keeps its level (choice: o1-access-type): `then` makes the new one. */
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
  /** Access to an advertiser account of somebody else (choice: ads-access). */
  | {
      readonly kind: 'giveAdAccess';
      readonly accountId: string;
      readonly name: string;
      readonly userId: string;
    }
  /** Something has to go first: the call that deletes it stands ready, and only the person sends it. */
  | {
      readonly kind: 'openCall';
      readonly endpointId: string;
      readonly path: Readonly<Record<string, string>>;
      /** What it deletes, as people call it. */
      readonly name: string;
    }
  /** A switch of the merchant shopping manager (choice: catalog-access). */
  | { readonly kind: 'openCatalog'; readonly door: 'earlyAccess' | 'terms'; readonly userId: string }
  | { readonly kind: 'enableOAuth'; readonly appId: string; readonly version: 'oauth1' | 'oauth2' }
  /** Epoch ms on the platform's clock, and what is over then. */
  | { readonly kind: 'jumpTo'; readonly at: number; readonly over: 'window' | 'month' }
  /** Back by so many ms; `or` where there is no jump any more that could be undone. */
  | { readonly kind: 'undoJump'; readonly ms: number; readonly or: Act }
  /** The same message, signed again by what the App holds: nonce, time, secrets. */
  | { readonly kind: 'correctSignature' }
  /** Only the person knows what they want to say there. */
  | { readonly kind: 'changeText'; readonly field: Field }
  /** The App's own token, which it alone can give: the portal shows none again (2.5). */
  | {
      readonly kind: 'giveToken';
      readonly field: Field;
      readonly appId: string;
      readonly credential: CredentialKind;
    }
  | { readonly kind: 'useValue'; readonly changes: readonly Change[] }
  /** Another proof of who calls, the first of `take` that there is; null for an App or user that is not known. */
  | {
      readonly kind: 'useCredential';
      readonly take: readonly AuthKind[];
      readonly appId: string | null;
      readonly userId: string | null;
    }
  /** What refused the call is gone by now. */
  | { readonly kind: 'sendAgain' }
  | { readonly kind: 'none'; readonly because: string };

export type ActKind = Act['kind'];

/** A refusal for people: what, why where the trace does not say it as plainly, and what mends it. */
export interface Advice {
  /** Without a full stop. */
  readonly what: string;
  /** Sentences; null where the trace's own reason is the plainest. */
  readonly why: string | null;
  readonly act: Act;
  /** Other acts, each of which mends the same. */
  readonly instead?: readonly Act[];
  /** What puts right the other things that are wrong with the call: `act` alone does not mend it. */
  readonly also?: readonly Act[];
}

export const none = (because: string): Act => ({ kind: 'none', because });
export const changeText = (field: Field): Act => ({ kind: 'changeText', field });
export const useValue = (...changes: readonly Change[]): Act => ({ kind: 'useValue', changes });
export const put = (field: Field, value: string): Act => useValue({ field, value });
