/** The open connections to the filtered stream: what each sends, and when it ends (choice: stream). */
import { changesOf } from '../../../state/tables/index.ts';
import type { Change, Services } from '../../../declaration/services.ts';
import type { StreamSink } from '../../../http/outcome.ts';
import { utf8 } from '../../../http/messages.ts';
import { Subject } from '../../../search/matches.ts';
import { Renderer } from '../../../social/renderer.ts';
import type { Selection } from '../../../social/renderer.ts';
import { allowanceOf, countPosts } from '../../../social/usage.ts';
import { maySee } from '../../../social/visibility.ts';
import { limits } from '../../../spec/limits.ts';
import { planName } from '../../../spec/plans.ts';
import { problems } from '../../../spec/problem-list.ts';
import { isRefusal, problemType, refuse } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import type { StateView } from '../../../state/state.ts';
import { compareKeys } from '../../../state/store/order.ts';
import type { ChangeSet } from '../../../state/store/store.ts';
import type { StreamRule } from '../../../state/tables/usage-and-rules.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { matchingRules, rulesOf } from './rules-in-force.ts';

export const streamLimits = limits('50 A', '50 A');

/** The name of the job that keeps connections alive, and its period on the platform's clock. */
export const streamJob = 'stream';
export const keepAliveMs = 20_000;

/** Clients of such platforms split the stream at this line end. */
const lineEnd = '\r\n';

export interface Request {
  /** The bearer token of the call. */
  readonly token: string;
  readonly appId: string;
  readonly selection: Selection;
  /** Epoch ms. Earlier posts are not sent, unless they are in `backlog`. */
  readonly since: number;
  /** Epoch ms at which it ends; null for never. */
  readonly end: number | null;
  /** Ids of the posts to start with, oldest first. */
  readonly backlog: readonly string[];
}

export class Connections {
  readonly #open = new Map<string, Connection>();
  /** The latest time at which a connection was open, epoch ms. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor(private readonly platform: Services) {
    platform.state.journal.subscribe((changes) => this.#follow(changes));
  }

  has(appId: string): boolean {
    return this.#open.has(appId);
  }

  /** When the App connected, in epoch ms; null if it is not connected. */
  openedAt(appId: string): number | null {
    return this.#open.get(appId)?.openedAt ?? null;
  }

  /** Starts writing. Returns the function that the reader calls when it leaves. */
  open(request: Request, sink: StreamSink, change: Change): () => void {
    const { appId } = request;
    const connection = new Connection(request, sink, change, this.platform, () => {
      if (this.#open.get(appId) === connection) this.#open.delete(appId);
    });
    const refusal = this.#open.has(appId) ? secondConnection(appId) : standing(request, this.platform);
    if (refusal) connection.end(refusal);
    else {
      this.#keepAlive(request, change);
      this.#open.set(appId, connection);
      this.#latest = this.platform.state.now();
      connection.give(request.backlog, Number.NEGATIVE_INFINITY);
    }
    return () => connection.leave();
  }

  /** Runs every 20 seconds, and when a connection ends. False if no connection is left. */
  tick(now: number): boolean {
    for (const connection of [...this.#open.values()]) connection.tick(now);
    return this.#open.size > 0;
  }

  #keepAlive({ appId, end }: Request, change: Change): void {
    const { jobs, state } = this.platform;
    const isFirst = this.#open.size === 0;
    if (!isFirst && end === null) return;
    change((write) => {
      const every = { id: streamJob, name: streamJob, everyMs: keepAliveMs };
      if (isFirst) jobs.plan(write, { ...every, due: state.now() + keepAliveMs });
      if (end !== null) jobs.plan(write, { id: `${streamJob}:${appId}`, name: streamJob, due: end });
    });
  }

  #follow(changes: ChangeSet): void {
    const { bearer_tokens, apps, projects } = changes;
    if (this.#open.size === 0) return;
    if (this.#ranBack()) return this.#breakOff();
    if (bearer_tokens || apps || projects)
      for (const connection of [...this.#open.values()]) connection.check();
    const posts = changesOf(changes, 'posts');
    if (!posts) return;
    const ids = posts.added.map(({ id }) => id).sort(compareKeys);
    for (const connection of [...this.#open.values()]) connection.give(ids);
  }

  /** Whether a jump of the clock was undone, which may have undone posts that were sent. */
  #ranBack(): boolean {
    const latest = this.#latest;
    this.#latest = this.platform.state.now();
    return this.#latest < latest;
  }

  #breakOff(): void {
    for (const connection of [...this.#open.values()])
      connection.breakOff('the jump of the clock was undone, and with it what this stream began with');
  }
}

const connections = new WeakMap<StateView, Connections>();

/** The connections of a platform. */
export function connectionsOf(platform: Services): Connections {
  let found = connections.get(platform.state);
  if (!found) connections.set(platform.state, (found = new Connections(platform)));
  return found;
}

type End = Refusal<
  | 'tokenInvalid'
  | 'appSuspended'
  | 'notEnrolled'
  | 'planLacksEndpoint'
  | 'usageCapExceeded'
  | 'connectionLimit'
>;

export const secondConnection = (appId: string): Refusal<'connectionLimit'> =>
  refuse(
    'connectionLimit',
    `the App ${appId} is connected to the stream already; it may have one connection`,
    {
      members: {
        detail: 'This stream is currently at the maximum allowed connection limit.',
        connection_issue: 'TooManyConnections',
      },
    },
  );

/** Why a stream must end; null if it may go on. */
function standing({ token, appId }: Request, { tables }: Services): End | null {
  const app = tables.apps.get(appId);
  if (!app || tables.bearer_tokens.get(token)?.app_id !== appId)
    return refuse('tokenInvalid', 'the token was revoked');
  if (app.suspended) return refuse('appSuspended', 'the App was suspended');
  const project = app.project_id === null ? undefined : tables.projects.get(app.project_id);
  if (!project) return refuse('notEnrolled', 'the App no longer belongs to a Project');
  if (!streamLimits.cells[project.plan])
    return refuse('planLacksEndpoint', `the plan ${planName(project.plan)} does not have the stream`);
  return null;
}

class Connection {
  readonly openedAt: number;
  #isOver = false;

  constructor(
    private readonly request: Request,
    private readonly sink: StreamSink,
    private readonly change: Change,
    private readonly platform: Services,
    private readonly left: () => void,
  ) {
    this.openedAt = platform.state.now();
  }

  leave(): void {
    this.#isOver = true;
    this.left();
  }

  check(): void {
    const refusal = standing(this.request, this.platform);
    if (refusal) this.end(refusal);
  }

  tick(now: number): void {
    const { end } = this.request;
    if (end === null || now < end) this.#write('');
    else {
      this.leave();
      this.sink.end();
    }
  }

  breakOff(because: string, last?: object): void {
    this.leave();
    this.sink.end(because, last && lineOf(JSON.stringify(last)));
  }

  /**
   * Sends those of these posts that exist, were made at `since` (epoch ms) or later, and match a rule, up to the
   * monthly cap.
   */
  give(ids: readonly string[], since = this.request.since): void {
    const { tables, state } = this.platform;
    const app = tables.apps.get(this.request.appId);
    if (!app?.project_id) return;
    const rules = rulesOf(app, tables);
    const now = state.now();
    let left: ReturnType<typeof allowanceOf> | null = null;
    let given = 0;
    for (const id of ids) {
      const post = tables.posts.get(id);
      if (!post || !this.#isWanted(post, since)) continue;
      const matching = matchingRules(new Subject(post), rules);
      if (matching.length === 0) continue;
      left ??= allowanceOf(app, now, tables);
      if (isRefusal(left) || given === left.posts) break;
      if (!this.#write(JSON.stringify(this.#line(post, matching)))) break;
      given++;
    }
    if (given > 0) this.change((write) => countPosts(app, given, now, tables, write));
    const spent = left && allowanceOf(app, now, tables);
    if (spent && isRefusal(spent)) this.end(spent);
  }

  /** Breaks the stream off. The last line says why, in the form of an error's body. */
  end({ problem, because, members }: End): void {
    const { status, code, message, title, detail, type } = problems[problem];
    const said = {
      errors: [{ code, message }],
      ...{ title, detail: detail ?? (type ? message : title) },
      ...{ type: problemType(type, this.platform.baseUrl), status, ...members },
    };
    this.breakOff(because, said);
  }

  #isWanted(post: Post, since: number): boolean {
    const { end } = this.request;
    if (post.created_at < since || (end !== null && post.created_at >= end)) return false;
    return maySee(post, null, this.platform.tables);
  }

  #line(post: Post, matching: readonly StreamRule[]): object {
    const renderer = new Renderer(this.platform, this.request.selection, { user: null, seesEmail: false });
    const data = renderer.post(post);
    const matching_rules = matching.map(({ id, tag }) => ({ id, ...(tag !== '' && { tag }) }));
    return { data, ...renderer.rest(), matching_rules };
  }

  #write(line: string): boolean {
    return !this.#isOver && this.sink.write(lineOf(line));
  }
}

const lineOf = (text: string): Uint8Array => utf8(text + lineEnd);
