import { encodeRfc3986 } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { Parameter, SignedParameter } from '../auth/signature.ts';
import { Kept, remembering } from './kept.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import { rightStages, stage } from './stages.ts';
import type { Stages, Way } from './stages.ts';

export interface MistakenWay extends Way {
  readonly mistake: Mistake;
  /** Among the ways of its mistake, from 0. */
  readonly ordinal: number;
  /** Among all ways, from 1. */
  readonly number: number;
}

/** A part of what is signed. Equal texts are one piece: comparing numbers is cheap. */
export class Piece {
  readonly text: string;
  /** Among the pieces of its kind, from 0. */
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

export interface Result {
  /** Method and URI of the base string, each with the & behind it. */
  readonly head: Piece;
  /** Its parameters. */
  readonly parameters: Piece;
  readonly key: Piece;
}

export const baseStringOf = ({ head, parameters }: Result): string => `${head.text}${parameters.text}`;

type Ways = readonly MistakenWay[];

/**
 * The computation of one message's signature, right or with the stages that some ways change. What several stages
 * make together is kept for the ways that change them: most pairs of ways change different parts.
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
    this.#right = rightStages(message);
    this.ways = mistakes
      .flatMap((mistake) => mistake.ways(message).map((way, ordinal) => ({ ...way, mistake, ordinal })))
      .map((way, index) => ({ ...way, number: index + 1 }));
    this.#head = this.#pieces(['method', 'address', 'encodeUri'], (ways) => this.#headOf(ways));
    this.#key = this.#pieces(['secrets', 'encodeSecret', 'separator'], this.#keyMaker());
    this.#parameters = this.#pieces(['collect', 'encodeParameter', 'sort', 'encodeString'], this.#joiner());
  }

  /** At most two ways, in their order. */
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
    return `${encodeRfc3986(this.#stage('method', ways)(method))}&${this.#stage('encodeUri', ways)(uri)}&`;
  }

  #keyMaker(): (ways: Ways) => string {
    const encoder = new Kept(this.ways, ['encodeSecret'], (ways) =>
      remembering(this.#stage('encodeSecret', ways)),
    );
    return (ways) => {
      const { consumer, token } = this.#stage('secrets', ways)(this.#message.secrets);
      const encode = encoder.get(ways);
      return `${encode(consumer.value)}${this.#stage('separator', ways)()}${encode(token.value)}`;
    };
  }

  /**
   * The parameters joined and encoded once more. Each is encoded before they are joined, which comes to the same:
   * no stage encodes a name or a value otherwise for what stands beside it.
   */
  #joiner(): (ways: Ways) => string {
    const encoder = new Kept(this.ways, ['encodeParameter'], (ways) =>
      remembering(encodedBy(this.#stage('encodeParameter', ways))),
    );
    const sorted = new Kept(this.ways, ['collect', 'encodeParameter', 'sort'], (ways) =>
      this.#stage('sort', ways)(this.#stage('collect', ways)().map(encoder.get(ways))),
    );
    const again = new Kept(this.ways, ['encodeString'], (ways) => {
      const encode = this.#stage('encodeString', ways);
      const one = ({ encodedName, encodedValue }: SignedParameter) =>
        encode(`${encodedName}=${encodedValue}`);
      return { one: remembering(one), ampersand: encode('&') };
    });
    return (ways) => {
      const { one, ampersand } = again.get(ways);
      return sorted.get(ways).map(one).join(ampersand);
    };
  }
}

const encodedBy =
  (encode: (value: string) => string) =>
  ({ name, value, from }: Parameter): SignedParameter => ({
    name,
    value,
    from,
    encodedName: encode(name),
    encodedValue: encode(value),
  });
