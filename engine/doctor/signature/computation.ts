import { encodeRfc3986 } from '../../http/encoding.ts';
import { utf8 } from '../../http/messages.ts';
import type { Parameter, SignedParameter } from '../../auth/signature.ts';
import { Kept, remembering } from './kept.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import { rightStages, stage } from './stages.ts';
import type { Joints, Stages, Text, Way } from './stages.ts';

export interface MistakenWay extends Way {
  readonly mistake: Mistake;
  /** Index among the ways of its mistake, from 0. */
  readonly ordinal: number;
  /** Number among all ways, from 1. */
  readonly number: number;
}

/** A part of what is signed. Equal texts share a piece, because comparing numbers is cheap. */
export class Piece {
  readonly text: string;
  /** Number among the pieces of its kind, from 0. */
  readonly number: number;
  #bytes: Uint8Array | undefined;

  constructor(text: string, number: number) {
    this.text = text;
    this.number = number;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= utf8(this.text));
  }
}

export type Ways = readonly MistakenWay[];

export interface Result {
  /** Method and URI of the base string, each followed by &. */
  readonly head: Piece;
  /** The parameters of the base string. */
  readonly parameters: Piece;
  readonly key: Piece;
}

export const baseStringOf = ({ head, parameters }: Result): string => `${head.text}${parameters.text}`;

/**
 * Computes the signature of one message, with the right stages or with those that some ways change. The results of
 * several stages are cached for the ways that change them, because most pairs of ways change different parts.
 */
export class Computation {
  readonly ways: Ways;
  readonly #message: Message;
  readonly #right: Stages;
  readonly #head: Kept<MistakenWay, Piece>;
  readonly #parameters: Kept<MistakenWay, Piece>;
  readonly #key: Kept<MistakenWay, Piece>;

  constructor(message: Message, mistakes: readonly Mistake[]) {
    this.#message = message;
    this.#right = rightStages(message, remembering(encodeRfc3986));
    this.ways = mistakes
      .flatMap((mistake) => mistake.ways(message).map((way, ordinal) => ({ ...way, mistake, ordinal })))
      .map((way, index) => ({ ...way, number: index + 1 }));
    this.#head = this.#pieces(['method', 'address', 'encodeUri', 'head'], (ways) => this.#headOf(ways));
    this.#key = this.#pieces(['secrets', 'encodeSecret', 'separator'], this.#keyMaker());
    this.#parameters = this.#pieces(
      ['collect', 'encodeName', 'encodeValue', 'sort', 'joints', 'encodeString'],
      this.#joiner(),
    );
  }

  /** Computes the signature with at most two ways, in their order. */
  run(ways: Ways): Result {
    return { head: this.#head.get(ways), parameters: this.#parameters.get(ways), key: this.#key.get(ways) };
  }

  /** The key with its secrets by name. */
  describeKey(ways: Ways): string {
    const { consumer, token } = this.#stage('secrets', ways)(this.#message.secrets);
    return `${consumer.shown}${this.#stage('separator', ways)()}${token.shown}`;
  }

  #stage<S extends keyof Stages>(name: S, ways: Ways): Stages[S] {
    return stage(name, this.#right, ways);
  }

  #pieces(names: readonly (keyof Stages)[], textOf: (ways: Ways) => string): Kept<MistakenWay, Piece> {
    let count = 0;
    const pieceOf = remembering((text: string) => new Piece(text, count++));
    return new Kept(this.ways, names, (ways) => pieceOf(textOf(ways)));
  }

  #headOf(ways: Ways): string {
    const { method, url } = this.#message;
    const { scheme, host, port, path, query } = this.#stage('address', ways)(url);
    const uri = `${scheme}://${host}${port && `:${port}`}${path}${query && `?${query}`}`;
    const encodedMethod = encodeRfc3986(this.#stage('method', ways)(method));
    return this.#stage('head', ways)(encodedMethod, this.#stage('encodeUri', ways)(uri));
  }

  #keyMaker(): (ways: Ways) => string {
    const encoder = new Kept(this.ways, ['encodeSecret'], (ways) => {
      const encode = this.#stage('encodeSecret', ways);
      const at = (place: 'consumer' | 'token') => remembering((secret: string) => encode(secret, place));
      return { consumer: at('consumer'), token: at('token') };
    });
    return (ways) => {
      const { consumer, token } = this.#stage('secrets', ways)(this.#message.secrets);
      const encode = encoder.get(ways);
      return `${encode.consumer(consumer.value)}${this.#stage('separator', ways)()}${encode.token(token.value)}`;
    };
  }

  /** Joins the parameters and encodes them again. Each is encoded before joining, which gives the same result. */
  #joiner(): (ways: Ways) => string {
    const encoder = (ways: Ways) =>
      encodedBy(this.#stage('encodeName', ways), this.#stage('encodeValue', ways));
    const encoders = new Kept(this.ways, ['encodeName', 'encodeValue'], (ways) => remembering(encoder(ways)));
    const isOnce = (ways: Ways): boolean => encoders.changedBy(ways) > 1;
    const sorted = new Kept(this.ways, ['collect', 'encodeName', 'encodeValue', 'sort'], (ways) => {
      const encode = isOnce(ways) ? encoder(ways) : encoders.get(ways);
      return this.#stage('sort', ways)(this.#stage('collect', ways)().map(encode));
    });
    const again = new Kept(this.ways, ['joints', 'encodeString'], (ways) =>
      joinerOf(this.#stage('joints', ways)(), this.#stage('encodeString', ways)),
    );
    return (ways) => again.get(ways)(sorted.get(ways), isOnce(ways));
  }
}

/** Joins parameters. Caches the result of each, unless they are needed only once. */
function joinerOf(
  joints: Joints,
  encode: Text,
): (sorted: readonly SignedParameter[], isOnce: boolean) => string {
  const equals = joints.encoded === 'neither' ? joints.equals : encode(joints.equals);
  const ampersand = joints.encoded === 'both' ? encode(joints.ampersand) : joints.ampersand;
  const [before, after] = [encode(joints.before), encode(joints.after)];
  const one = ({ encodedName, encodedValue }: SignedParameter): string =>
    encodedValue === '' && !joints.always
      ? encode(encodedName)
      : `${encode(encodedName)}${equals}${encode(encodedValue)}`;
  const remembered = remembering(one);
  return (sorted, isOnce) => `${before}${sorted.map(isOnce ? one : remembered).join(ampersand)}${after}`;
}

const encodedBy =
  (encodeName: Text, encodeValue: Stages['encodeValue']) =>
  (parameter: Parameter): SignedParameter => ({
    ...parameter,
    encodedName: encodeName(parameter.name),
    encodedValue: encodeValue(parameter.value, parameter),
  });
