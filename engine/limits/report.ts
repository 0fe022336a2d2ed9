/** A report of the limits: the windows in use, how near each App is to being silenced, and the calls that led there. */
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Exchange, WindowState } from '../exchanges/exchange.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import { capOf, leftOf, nextMonthOf, planBeyond } from '../social/usage.ts';
import type { Plan } from '../spec/plans.ts';
import { jumpsIn } from '../state/jumps.ts';
import type { ClockJump } from '../state/jumps.ts';
import type { State } from '../state/state.ts';
import { toleratedRefusals } from './abuse.ts';
import type { Abuse } from './abuse.ts';
import { planOf } from './apply.ts';
import { refuserOf } from './refuser.ts';
import type { Refuser } from './refuser.ts';
import type { WindowRow, Windows } from './windows.ts';

/** A window in use, and its owner. */
export interface WindowInUse extends WindowState {
  /** null for a user's own pages, which have no App. */
  readonly appId: string | null;
  /** null for an App's window, and for the window of a token that has ended. */
  readonly userId: string | null;
  readonly resetAt: number;
}

/** How often an App was answered 429 within 15 minutes of the first (choice: abuse). */
export interface AbuseInUse {
  readonly appId: string;
  readonly refused: number;
  /** When the count ends and a silenced App gets responses again, epoch ms. */
  readonly endsAt: number;
  readonly silenced: boolean;
}

/** A call from the point of view of the limits. */
export interface LimitSample {
  readonly sequence: number;
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly endpointId: string;
  readonly appId: string | null;
  readonly userId: string | null;
  /** null if there was no response at all. */
  readonly status: number | null;
  /** Which limit refused the call; null if none did. */
  readonly refuser: Refuser | null;
  /** The windows that the call counted against, or that refused it, in their state after the call. */
  readonly windows: readonly WindowState[];
}

/** The posts that a Project can read per month (8.1; choice: monthly-cap). */
export interface MonthlyCap {
  readonly projectId: string;
  readonly limit: number;
  readonly left: number;
  /** Epoch ms. */
  readonly resetAt: number;
  /** The smallest plan with more posts; null on the largest plan. */
  readonly larger: { readonly plan: Plan; readonly limit: number } | null;
}

export interface LimitsReport {
  /** Epoch ms on the platform's clock. */
  readonly now: number;
  readonly windows: readonly WindowInUse[];
  readonly caps: readonly MonthlyCap[];
  readonly abuse: readonly AbuseInUse[];
  /** Refusals within 15 minutes after which an App gets no response (choice: abuse). */
  readonly tolerated: number;
  /** Oldest first, as far back as the log goes. */
  readonly samples: readonly LimitSample[];
  /** The latest jumps of the clock that the platform keeps, oldest first. */
  readonly jumps: readonly ClockJump[];
}

export interface Watched {
  readonly state: State;
  readonly windows: Windows;
  readonly abuse: Abuse;
  readonly exchanges: Pick<ExchangeLog, 'list'>;
  readonly load: (endpointId: string) => Promise<Endpoint | undefined>;
}

/** `after`: the sequence of the last call that the caller already knows. */
export async function reportLimits(watched: Watched, after: number): Promise<LimitsReport> {
  const { state, windows, abuse, exchanges } = watched;
  const endpoints = new Map<string, Endpoint>();
  for (const { endpoint_id: id } of windows.rows())
    if (!endpoints.has(id)) {
      const endpoint = await watched.load(id);
      if (endpoint) endpoints.set(id, endpoint);
    }
  const now = state.now();
  return {
    now,
    windows: windows.rows().flatMap((row) => windowInUse(row, endpoints.get(row.endpoint_id), watched, now)),
    caps: Array.from(state.tables.projects.values(), ({ id: projectId, plan }) => ({
      projectId,
      limit: capOf(plan),
      left: leftOf(projectId, plan, now, state.tables),
      resetAt: nextMonthOf(now),
      larger: planBeyond(capOf(plan)),
    })),
    abuse: abuse.counts(now).map(({ app_id, refused, silenced, endsAt }) => ({
      appId: app_id,
      refused,
      silenced: silenced && state.platform.abuse_enabled,
      endsAt,
    })),
    tolerated: toleratedRefusals,
    samples: exchanges
      .list()
      .filter(({ sequence }) => sequence > after)
      .flatMap(sampleOf),
    jumps: jumpsIn(state.platform.jumps),
  };
}

/** Empty if the window is over, or if no call counts against it on the App's current plan (choice: plan-change). */
function windowInUse(
  { endpoint_id, scope, principal }: WindowRow,
  endpoint: Endpoint | undefined,
  { state, windows }: Watched,
  now: number,
): WindowInUse[] {
  const owner = scope === 'app' ? { appId: principal, userId: null } : ownerOf(principal, state);
  const app = owner.appId === null ? undefined : state.tables.apps.get(owner.appId);
  const project = app?.project_id ? state.tables.projects.get(app.project_id) : undefined;
  const limits = endpoint?.limits.cells[planOf(project?.plan)] ?? [];
  const who = { user: principal, app: principal };
  return windows
    .look(
      endpoint_id,
      limits.filter((limit) => limit.scope === scope),
      who,
      now,
    )
    .flatMap((window) => {
      const { resetAt } = window;
      return resetAt === null || resetAt <= now ? [] : [{ ...window, ...owner, resetAt }];
    });
}

/**
 * The owner of a user's window. `principal` is an OAuth 1.0a token, the family of an OAuth 2.0 token or, on a user's
 * own pages, the user.
 */
function ownerOf(principal: string, { tables }: State): Pick<WindowInUse, 'appId' | 'userId'> {
  const token =
    tables.user_tokens.get(principal) ??
    tables.oauth2_tokens.firstBy('family', principal) ??
    tables.refresh_tokens.firstBy('family', principal);
  if (token) return { appId: token.app_id, userId: token.user_id };
  return { appId: null, userId: tables.users.get(principal)?.id ?? null };
}

function sampleOf(exchange: Exchange): LimitSample[] {
  const { direction, endpointId, outcome, windows, sequence, at, appId, userId, trace } = exchange;
  const status = outcome.kind === 'closed' ? null : outcome.status;
  if (direction !== 'in' || endpointId === null || (windows.length === 0 && status !== null)) return [];
  return [{ sequence, at, endpointId, appId, userId, status, refuser: refuserOf(trace), windows }];
}
