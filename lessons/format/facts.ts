/** What happened in the engine since a step began: the only input of checks. */
import type {
  ChangeSet,
  Exchange,
  HttpRequest,
  Platform,
  SendResult,
  TraceLine,
} from '../../engine/inside.ts';
import {
  capital,
  changesOf,
  decodeForm,
  header,
  isList,
  isRecord,
  readAuthorization,
  tables,
  text,
} from '../../engine/inside.ts';

import type { Doctor } from './doctor.ts';

type TableName = keyof typeof tables;
export type RowOf<N extends TableName> = (typeof tables)[N]['row'];

export type JsonObject = Readonly<Record<string, unknown>>;

/** The evidence that a fact is met: one of the events. */
export interface Evidence {
  /** Its position among all events. */
  readonly at: number;
  /** The text next to the tick: “refused at 09:03:51, the App may only read”. */
  readonly told: string;
  /** The exchange that shows it; null for events other than calls. */
  readonly sequence: number | null;
}

export type Happening =
  | { readonly kind: 'call'; readonly exchange: Exchange; readonly time: number }
  | { readonly kind: 'rows'; readonly changes: ChangeSet; readonly time: number }
  | { readonly kind: 'written'; readonly text: string; readonly time: number }
  | { readonly kind: 'received'; readonly visit: Visit; readonly time: number };

/** A request to a receiver, from the platform or from somebody else. */
export interface Visit {
  readonly host: string;
  readonly request: HttpRequest;
  readonly result: SendResult;
  /** The App whose consumer secret signed the delivery; null for none. */
  readonly signedBy: string | null;
}

export interface RowMoved<R> {
  readonly at: number;
  /** Epoch ms of the platform. */
  readonly time: number;
  readonly before: R | undefined;
  readonly after: R | undefined;
}

/** A received call, with the properties that checks use. */
export class Call {
  constructor(
    /** Its position among all events. */
    readonly at: number,
    readonly exchange: Exchange,
  ) {}

  get endpointId(): string | null {
    return this.exchange.endpointId;
  }

  /** 0 if the connection was closed without an answer. */
  get status(): number {
    const { outcome } = this.exchange;
    return 'status' in outcome ? outcome.status : 0;
  }

  get isAccepted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get refusal(): TraceLine | undefined {
    return this.exchange.trace.findLast(({ problem }) => problem !== undefined);
  }

  /** The name of the refusal in the closed list; undefined for a call that was not refused. */
  get problem(): string | undefined {
    return this.refusal?.problem;
  }

  /** The kind of authorization: the header's scheme, in lower case; empty without a header. */
  get scheme(): string {
    return (this.header('authorization') ?? '').split(' ', 1)[0]?.toLowerCase() ?? '';
  }

  /** The parameters of an OAuth header, by name; empty for any other. */
  get oauth(): ReadonlyMap<string, string> {
    const read = readAuthorization(this.header('authorization'));
    return new Map(read.scheme === 'OAuth' ? read.parameters : []);
  }

  /** The token of its authorization; undefined for none. */
  get token(): string | undefined {
    const read = readAuthorization(this.header('authorization'));
    return read.scheme === 'Bearer' ? read.token : this.oauth.get('oauth_token');
  }

  /** Whether a step of the X-ray refused it; a page may do that without a problem from the list. */
  get isRefused(): boolean {
    return this.exchange.trace.some(({ verb }) => verb === 'Refused');
  }

  /** The explanation of a step of the X-ray, as a sentence; undefined for a step that was not reached. */
  said(verb: TraceLine['verb']): string | undefined {
    const line = this.exchange.trace.findLast((each) => each.verb === verb);
    return line && `${line.verb}: ${line.text}.`;
  }

  /** Why it was refused, as a sentence; for another call, the step that let it pass. */
  get because(): string {
    const refused = this.refusal ?? this.exchange.trace.findLast(({ verb }) => verb === 'Refused');
    if (refused) return `${capital(refused.text)}.`;
    return this.said('Permitted') ?? this.said('Counted') ?? 'No step of the X-ray refused it.';
  }

  /** As in the request line, without the query. */
  get path(): string {
    return new URL(this.exchange.request.url).pathname;
  }

  get query(): URLSearchParams {
    return new URL(this.exchange.request.url).searchParams;
  }

  header(name: string): string | undefined {
    return header(this.exchange.request.headers, name);
  }

  get body(): string {
    const { body } = this.exchange.request;
    return body ? text(body) : '';
  }

  /** The fields of the submitted form. */
  get form(): ReadonlyMap<string, string> {
    return new Map(
      this.header('content-type')?.startsWith('application/x-www-form') ? decodeForm(this.body) : [],
    );
  }

  /** The submitted JSON; an empty record for anything else. */
  get sent(): JsonObject {
    return jsonOf(this.body);
  }

  /** The JSON of the answer; an empty record for anything else. */
  get answer(): JsonObject {
    const { outcome } = this.exchange;
    return outcome.kind === 'response' ? jsonOf(text(outcome.body)) : {};
  }

  /** The fields of an answer in form encoding; empty for any other. */
  get answerForm(): ReadonlyMap<string, string> {
    const { outcome } = this.exchange;
    if (outcome.kind !== 'response') return new Map();
    const isForm = header(outcome.headers, 'content-type')?.startsWith('application/x-www-form');
    return new Map(isForm ? decodeForm(text(outcome.body)) : []);
  }

  /** The resources in `data` of the answer: a list, or a single one. */
  get data(): readonly JsonObject[] {
    const { data } = this.answer;
    return isRecord(data) && !isList(data) ? [data] : recordsIn(data);
  }

  /** The resources of a kind in `includes` of the answer. */
  included(kind: string): readonly JsonObject[] {
    const { includes } = this.answer;
    return isRecord(includes) ? recordsIn(includes[kind]) : [];
  }

  /** The entries of `errors` in the answer. */
  get errors(): readonly JsonObject[] {
    return recordsIn(this.answer['errors']);
  }

  /** `told`: the text after the time. */
  shows(told: string): Evidence {
    const { sequence, at } = this.exchange;
    const what = this.isAccepted ? `${this.status}` : this.status === 0 ? 'closed' : `refused`;
    return { at: this.at, sequence, told: `${what} at ${clockTime(at)}, ${told}` };
  }
}

export class Facts {
  readonly #happened: readonly Happening[];
  readonly #from: number;

  /** `from`: the first event that counts. */
  constructor(
    happened: readonly Happening[],
    from: number,
    /** The platform as it is now. Checks must not change it. */
    readonly platform: Pick<Platform, 'portal' | 'clock' | 'exchanges'>,
    /** When the step began, in epoch ms of the platform. */
    readonly began: number,
    /** The Signature doctor, in a lesson that uses it. */
    readonly doctor: Doctor | null = null,
  ) {
    this.#happened = happened;
    this.#from = from;
  }

  /** Only events after this one. */
  after({ at }: Evidence): Facts {
    return new Facts(this.#happened, at + 1, this.platform, this.began, this.doctor);
  }

  /** Received calls, oldest first; only of these endpoints if some are named. */
  calls(...endpointIds: readonly string[]): readonly Call[] {
    return this.#calls('in', endpointIds);
  }

  /** Calls of the platform to the outside, oldest first. */
  callsOut(...endpointIds: readonly string[]): readonly Call[] {
    return this.#calls('out', endpointIds);
  }

  #calls(direction: Exchange['direction'], endpointIds: readonly string[]): readonly Call[] {
    const calls: Call[] = [];
    for (let at = this.#from; at < this.#happened.length; at++) {
      const happening = this.#happened[at];
      if (happening?.kind !== 'call' || happening.exchange.direction !== direction) continue;
      const { endpointId } = happening.exchange;
      if (endpointIds.length > 0 && (endpointId === null || !endpointIds.includes(endpointId))) continue;
      calls.push(new Call(at, happening.exchange));
    }
    return calls;
  }

  /** Changes to the rows of a table, oldest first. */
  rows<N extends TableName>(table: N): readonly RowMoved<RowOf<N>>[] {
    const { key } = tables[table];
    const keyIn = (row: RowOf<N>): unknown => Reflect.get(row, key);
    const moved: RowMoved<RowOf<N>>[] = [];
    for (let at = this.#from; at < this.#happened.length; at++) {
      const happening = this.#happened[at];
      const changes = happening?.kind === 'rows' ? changesOf(happening.changes, table) : undefined;
      if (!happening || !changes) continue;
      const { time } = happening;
      const { added, updated, removed, replaced = [] } = changes;
      const before = new Map(replaced.map((row) => [keyIn(row), row]));
      for (const after of added) moved.push({ at, time, before: undefined, after });
      for (const after of updated) moved.push({ at, time, before: before.get(keyIn(after)), after });
      for (const gone of removed) moved.push({ at, time, before: before.get(gone), after: undefined });
    }
    return moved;
  }

  /** Texts that the person wrote down in the step, oldest first. */
  get written(): readonly { readonly at: number; readonly time: number; readonly text: string }[] {
    return this.#happened.flatMap((happening, at) =>
      at >= this.#from && happening.kind === 'written'
        ? [{ at, time: happening.time, text: happening.text }]
        : [],
    );
  }

  /** Requests to the receivers, oldest first. */
  get visits(): readonly (Visit & { readonly at: number; readonly time: number })[] {
    return this.#happened.flatMap((happening, at) =>
      at >= this.#from && happening.kind === 'received'
        ? [{ ...happening.visit, at, time: happening.time }]
        : [],
    );
  }

  /** Epoch ms of the platform. */
  get now(): number {
    return this.platform.clock.now();
  }
}

/** A time of the platform in the page's format: 09:03:51. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** The platform's explanation of a step, as a sentence. */
export const sentence = (said: string): string => (said === '' ? '' : `${capital(said)}.`);

const recordsIn = (value: unknown): readonly JsonObject[] => (isList(value) ? value.filter(isRecord) : []);

function jsonOf(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
