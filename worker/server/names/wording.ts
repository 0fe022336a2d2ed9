/** Messages in the names of a client: what it sends in ours, what it gets in its own. */
import { header, text, utf8 } from '../../../engine/inside.ts';
import type {
  HeaderList,
  HttpRequest,
  Outcome,
  RenamedRequest,
  StreamOutcome,
} from '../../../engine/inside.ts';
import { renameJson } from './json.ts';
import type { Renaming } from './json.ts';
import type { Names, Pairs } from './file.ts';
import { renamePairs } from './pairs.ts';
import { PathNames } from './paths.ts';

export class Wording {
  readonly #toOurs: Direction;
  readonly #toTheirs: Direction;
  readonly #paths: PathNames;

  /** `known`: the paths of the platform. */
  constructor(
    private readonly names: Names,
    known: Iterable<string>,
  ) {
    const isValue = matcherOf(names.values);
    this.#toOurs = new Direction(names.words, names.fields, names.headers, isValue);
    const theirs = new Direction(
      inverse(names.words),
      inverse(names.fields),
      inverse(names.headers),
      (name) => isValue(theirs.rename(name)),
    );
    this.#toTheirs = theirs;
    this.#paths = new PathNames(names.paths, known, theirs.rename);
  }

  /** A call of the client, which keeps the form that it signed. `url`: of the server. */
  request(request: HttpRequest, url: string): RenamedRequest {
    const target = request.url.slice(url.length);
    const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? [];
    const { method, headers, body } = request;
    return {
      ...request,
      url:
        url + this.#paths.toOurs(path) + (query === undefined ? '' : `?${renamePairs(query, this.#toOurs)}`),
      headers: this.#toOurs.headers(headers),
      ...(body && { body: this.#toOurs.body(headers, body) }),
      asSigned: { method, headers, body, url: (this.names.signs ?? url) + target },
    };
  }

  outcome(outcome: Outcome): Outcome {
    if (outcome.kind === 'closed') return outcome;
    const headers = this.#toTheirs.headers(outcome.headers);
    if (outcome.kind === 'stream') return { ...outcome, headers, open: this.#opened(outcome) };
    return { ...outcome, headers, body: this.#toTheirs.body(outcome.headers, outcome.body) };
  }

  /** The body of an event, before it is signed. */
  event = (json: string): string => renameJson(json, this.#toTheirs);

  /** What the platform asks of a receiver; an event's body was renamed before it was signed. */
  outgoing(request: HttpRequest): HttpRequest {
    const [address = '', query] = request.url.split(/\?(.*)/s);
    return {
      ...request,
      url: query === undefined ? request.url : `${address}?${renamePairs(query, this.#toTheirs)}`,
      headers: this.#toTheirs.headers(request.headers),
    };
  }

  /** The answer of a receiver. */
  answer<A extends { readonly headers: HeaderList; readonly body: Uint8Array }>(answer: A): A {
    return { ...answer, body: this.#toOurs.body(answer.headers, answer.body) };
  }

  #opened(stream: StreamOutcome): StreamOutcome['open'] {
    const worded = (chunk: Uint8Array) =>
      utf8(
        text(chunk)
          .split('\r\n')
          .map((line) => renameJson(line, this.#toTheirs))
          .join('\r\n'),
      );
    return (sink) =>
      stream.open({
        write: (chunk) => sink.write(worded(chunk)),
        end: (reason, last) => {
          sink.end(reason, last && worded(last));
        },
      });
  }
}

/** From one side's names to the other's. */
class Direction implements Renaming {
  constructor(
    private readonly words: Pairs,
    private readonly fields: Pairs,
    private readonly headerNames: Pairs,
    readonly holdsNames: (name: string) => boolean,
  ) {}

  rename = (name: string): string =>
    this.fields.get(name) ?? name.replace(/[A-Za-z]+/g, (word) => this.words.get(word) ?? word);

  headers(headers: HeaderList): HeaderList {
    return this.headerNames.size === 0
      ? headers
      : headers.map(([name, value]) => [this.#headerName(name), value] as const);
  }

  body(headers: HeaderList, body: Uint8Array): Uint8Array {
    const type = header(headers, 'content-type') ?? '';
    if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return utf8(renameJson(text(body), this));
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) return utf8(renamePairs(text(body), this));
    return body;
  }

  #headerName(name: string): string {
    const lower = name.toLowerCase();
    const whole = this.headerNames.get(lower);
    if (whole !== undefined) return whole;
    for (const [from, to] of this.headerNames)
      if (from.endsWith('-') && lower.startsWith(from)) return to + name.slice(from.length);
    return name;
  }
}

const inverse = (pairs: Pairs): Pairs => new Map(Array.from(pairs, ([theirs, ours]) => [ours, theirs]));

function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const whole = new Set(patterns.filter((each) => !each.startsWith('*')));
  const ends = patterns.filter((each) => each.startsWith('*')).map((each) => each.slice(1));
  return (name) => whole.has(name) || ends.some((end) => name.endsWith(end));
}
