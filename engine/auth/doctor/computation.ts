import { encodeRfc3986 } from '../../http/encoding.ts';
import type { SignedParameter } from '../signature.ts';
import { Kept, kept, remembering } from './kept.ts';
import type { Message } from './message.ts';
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

/** A text with a number that equal texts of one computation share: comparing numbers is cheap. */
export interface Piece {
  readonly text: string;
  readonly number: number;
}

export interface Result {
  /** Method and URI of the base string. */
  readonly head: Piece;
  /** Its parameters. */
  readonly parameters: Piece;
  readonly key: Piece;
}

export const baseStringOf = ({ head, parameters }: Result): string => `${head.text}&${parameters.text}`;

type Ways = readonly MistakenWay[];
type Take = <S extends keyof Stages>(name: S) => Stages[S];

/**
 * The computation of one message's signature, right or with the stages that some ways change. What several stages
 * make together is kept for the ways that change them: most pairs of ways change different parts.
 */
export class Computation {
  readonly ways: Ways;
  readonly #message: Message;
  readonly #right: Stages;
  readonly #head: Kept<Piece>;
  readonly #encoder: Kept<(value: string) => string>;
  readonly #encoded: Kept<readonly SignedParameter[]>;
  readonly #sorted: Kept<readonly SignedParameter[]>;
  readonly #escaper: Kept<(text: string) => string>;
  readonly #parameters: Kept<Piece>;
  readonly #key: Kept<Piece>;
  readonly #numbers = new Map<string, number>();

  constructor(message: Message, mistakes: readonly Mistake[]) {
    this.#message = message;
    this.#right = rightStages(message);
    this.ways = mistakes
      .flatMap((mistake) => mistake.ways(message).map((way, ordinal) => ({ ...way, mistake, ordinal })))
      .map((way, index) => ({ ...way, number: index + 1 }));
    this.#head = new Kept(this.ways, ['method', 'address', 'encodeUri']);
    this.#encoder = new Kept(this.ways, ['encodeParameter']);
    this.#encoded = new Kept(this.ways, ['collect', 'encodeParameter']);
    this.#sorted = new Kept(this.ways, ['collect', 'encodeParameter', 'sort']);
    this.#escaper = new Kept(this.ways, ['encodeString']);
    this.#parameters = new Kept(this.ways, ['collect', 'encodeParameter', 'sort', 'encodeString']);
    this.#key = new Kept(this.ways, ['secrets', 'encodeSecret', 'separator']);
  }

  /** At most two ways, in their order. */
  run(ways: Ways): Result {
    const take = this.#taking(ways);
    return {
      head: this.#head.get(ways, () => this.#piece(headOf(this.#message, take))),
      parameters: this.#parameters.get(ways, () => this.#piece(this.#join(ways, take))),
      key: this.#key.get(ways, () => this.#piece(keyOf(this.#message, take))),
    };
  }

  /** The key with its secrets by name. */
  describeKey(ways: Ways): string {
    const take = this.#taking(ways);
    const { consumer, token } = take('secrets')(this.#message.secrets);
    return `${consumer.shown}${take('separator')()}${token.shown}`;
  }

  #taking(ways: Ways): Take {
    return (name) => stage(name, this.#right, ways);
  }

  #piece(text: string): Piece {
    return { text, number: kept(this.#numbers, text, () => this.#numbers.size) };
  }

  /** Escapes what is joined before it is joined: nothing is escaped otherwise for standing in a longer text. */
  #join(ways: Ways, take: Take): string {
    const escape = this.#escaper.get(ways, () => remembering(take('encodeString')));
    const [equals, ampersand] = [escape('='), escape('&')];
    return this.#sorted
      .get(ways, () => take('sort')(this.#encode(ways, take)))
      .map(({ encodedName, encodedValue }) => `${escape(encodedName)}${equals}${escape(encodedValue)}`)
      .join(ampersand);
  }

  #encode(ways: Ways, take: Take): readonly SignedParameter[] {
    return this.#encoded.get(ways, () => {
      const encode = this.#encoder.get(ways, () => remembering(take('encodeParameter')));
      return take('collect')().map(({ name, value, from }) => ({
        name,
        value,
        from,
        encodedName: encode(name),
        encodedValue: encode(value),
      }));
    });
  }
}

function headOf({ method, url }: Message, take: Take): string {
  const { scheme, host, port, path, query } = take('address')(url);
  const uri = `${scheme}://${host}${port && `:${port}`}${path}${query && `?${query}`}`;
  return `${encodeRfc3986(take('method')(method))}&${take('encodeUri')(uri)}`;
}

function keyOf({ secrets }: Message, take: Take): string {
  const { consumer, token } = take('secrets')(secrets);
  const encode = take('encodeSecret');
  return `${encode(consumer.value)}${take('separator')()}${encode(token.value)}`;
}
