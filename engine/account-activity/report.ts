/** A report of a webhook's subscriptions and events. */
import { isList, isRecord } from '../checked/is.ts';
import { lastOf } from '../checked/known.ts';
import type { Json } from '../state/store/json.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import { jumpsIn } from '../state/jumps.ts';
import type { ClockJump } from '../state/jumps.ts';
import type { Read, State } from '../state/state.ts';
import type { ActivityEvent } from '../state/tables/webhooks.ts';
import { ofState } from './queue.ts';
import type { Delivery } from './queue.ts';
import { attemptsOf } from './attempts.ts';
import type { Cause, Attempt } from './attempts.ts';

export type EventState = ActivityEvent['state'];

/** Which events to report. */
export interface ActivityPage {
  /** Only those in this state. */
  readonly state?: EventState;
  /** `next` of the previous page. */
  readonly after?: string;
}

export interface ActivityReport {
  readonly subscriptions: readonly {
    readonly userId: string;
    readonly username: string;
    /** Epoch ms. */
    readonly since: number;
    /** How many of the user's events are kept. */
    readonly events: number;
  }[];
  readonly counts: Readonly<Record<EventState, number>>;
  /** Newest first, at most 100. */
  readonly events: readonly ReportedEvent[];
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
  /** The latest jumps of the clock that the platform keeps, oldest first. */
  readonly jumps: readonly ClockJump[];
}

export interface ReportedEvent {
  readonly id: string;
  readonly kind: string;
  readonly forUserId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly state: EventState;
  readonly gist: EventGist;
  /** The bytes that are delivered, as text. */
  readonly body: string;
  /** The latest tries, at most 20. */
  readonly tries: readonly Attempt[];
  /** Epoch ms; null if another event of the webhook comes first. */
  readonly nextTry: number | null;
  /** Why it is sent next or under way; null if another event of the webhook comes first. */
  readonly nextCause: Exclude<Cause, 'retry'> | null;
  /** The signature header of the latest try that sent something. */
  readonly signature: string | null;
}

/** Who did what, as far as the event says. */
export interface EventGist {
  /** "message_create", "follow", "revoke"; for posts and likes "post", "delete", "like". */
  readonly did: string;
  readonly by: string | null;
  /** The user whom it was done to, or whose post it was done to. */
  readonly to: string | null;
  /** The beginning of the text. */
  readonly text: string | null;
}

const pageSize = 100;

/** null for no such webhook. */
export function reportActivity(
  webhookId: string,
  { state, after }: ActivityPage,
  { tables, platform }: State,
): ActivityReport | null {
  if (!tables.webhooks.get(webhookId)) return null;
  const { activity_events, subscriptions, users, outbox } = tables;
  const all =
    state === undefined
      ? activity_events.range('webhook', webhookId)
      : ofState(webhookId, state, activity_events);
  const head = outbox.firstBy('key', webhookId);
  const events: ReportedEvent[] = [];
  let next: string | null = null;
  const end = state === undefined ? [] : [state];
  for (const place of (after === undefined ? all : all.to(before(...end, after))).descending()) {
    const id = keyAt(place);
    if (events.length === pageSize) {
      next = lastOf(events).id;
      break;
    }
    events.push(reported(activity_events.must(id), head, tables));
  }
  const ofUser = countByUser(webhookId, tables);
  const count = (each: EventState) => ofState(webhookId, each, activity_events).count;
  return {
    subscriptions: subscriptions.rowsBy('webhook_id', webhookId).map(({ user_id, at }) => ({
      userId: user_id,
      username: users.must(user_id).username,
      since: at,
      events: ofUser.get(user_id) ?? 0,
    })),
    counts: {
      waiting: count('waiting'),
      acknowledged: count('acknowledged'),
      set_aside: count('set_aside'),
    },
    events,
    next,
    jumps: jumpsIn(platform.jumps),
  };
}

/** The number of kept events is bounded (choice: activity-kept), so they can be counted for each report. */
function countByUser(webhookId: string, { activity_events }: Read): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const place of activity_events.range('webhook', webhookId).ascending()) {
    const { for_user_id } = activity_events.must(keyAt(place));
    counts.set(for_user_id, (counts.get(for_user_id) ?? 0) + 1);
  }
  return counts;
}

function reported(
  { id, kind, for_user_id, created_at, state, body, tries }: ActivityEvent,
  head: { readonly data: Json; readonly due: number | null } | undefined,
  tables: Read,
): ReportedEvent {
  const made = attemptsOf(tries);
  const waiting = head?.data as Delivery | undefined;
  const next = head && waiting?.event === id ? { due: head.due, cause: waiting.cause } : null;
  return {
    id,
    kind,
    forUserId: for_user_id,
    at: created_at,
    state,
    gist: gistOf(kind, body, tables),
    body,
    tries: made,
    nextTry: next && next.due,
    nextCause: next && next.cause,
    signature: made.findLast(({ signature }) => signature !== null)?.signature ?? null,
  };
}

/** Reads the body and does not trust its shape: an import may contain a body that the platform would not have made. */
function gistOf(kind: string, body: string, { users }: Read): EventGist {
  const entry = firstEntry(kind, body);
  const at = (...path: readonly string[]): string | null => {
    let found: unknown = entry;
    for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    return typeof found === 'string' ? found : null;
  };
  const name = (id: string | null) => (id === null ? null : (users.get(id)?.username ?? id));
  const gist = (did: string | null, by: string | null, to: string | null, text: string | null = null) => ({
    did: did ?? kind,
    by,
    to,
    text: text === null ? null : [...text].slice(0, 80).join(''),
  });
  switch (kind) {
    case 'direct_message_events': {
      const message = ['message_create', 'message_data', 'text'];
      const to = name(at('message_create', 'target', 'recipient_id'));
      return gist(at('type'), name(at('message_create', 'sender_id')), to, at(...message));
    }
    case 'post_create_events':
      return gist('post', name(at('author_id')), name(at('in_reply_to_user_id')), at('text'));
    case 'post_delete_events':
      return gist('delete', name(at('post', 'author_id')), null);
    case 'favorite_events': {
      const post = 'favorited_post';
      return gist('like', name(at('user', 'id')), name(at(post, 'author_id')), at(post, 'text'));
    }
    case 'user_event':
      return gist('revoke', name(at('revoke', 'source', 'user_id')), null);
    default:
      return gist(at('type'), name(at('source', 'id')), name(at('target', 'id')));
  }
}

function firstEntry(kind: string, body: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    const entries = isRecord(parsed) ? parsed[kind] : null;
    const [first] = isList(entries) ? entries : [];
    return first;
  } catch {
    return undefined;
  }
}
