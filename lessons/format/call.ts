/** A call as checks look at it. */
import {
  capital,
  decodeForm,
  header,
  isList,
  isRecord,
  readAuthorization,
  text,
} from '../../engine/inside.ts';
import type { Exchange, TraceLine } from '../../engine/inside.ts';

/** The platform's explanation of a step, as a sentence; some of its messages are one already. */
export function sentence(said: string): string {
  if (said === '') return '';
  return /[.!?]$/.test(said) ? capital(said) : `${capital(said)}.`;
}

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

  /** Why it was refused, as a sentence; of an accepted call, that nothing is wrong with it. */
  get because(): string {
    const refused = this.refusal ?? this.exchange.trace.findLast(({ verb }) => verb === 'Refused');
    if (refused) return sentence(refused.text);
    return this.isAccepted
      ? 'The call itself is right, and the platform accepted it.'
      : 'No step of the X-ray refused it.';
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

/** A time of the platform in the page's format: 09:03:51. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 19);

const recordsIn = (value: unknown): readonly JsonObject[] => (isList(value) ? value.filter(isRecord) : []);

function jsonOf(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
