/** Reads the filtered stream as a client does, line by line. */
import type { Outcome } from '../../engine/index.ts';
import type { Answer, Client } from '../../testing/platform.ts';

const path = '/2/posts/search/stream';

export interface Line {
  readonly data: { readonly id: string; readonly text: string; readonly [field: string]: unknown };
  readonly includes?: Readonly<Record<string, readonly unknown[]>>;
  readonly matching_rules: readonly { readonly id: string; readonly tag?: string }[];
  readonly errors?: readonly { readonly code: number }[];
  readonly [more: string]: unknown;
}

export class Listener {
  text = '';
  /** Why it ended, undefined for an end without a reason; null while it is open. */
  ended: string | undefined | null = null;
  #cancel: () => void = () => undefined;

  /** Connects with this query; `room` in bytes. */
  static async to(client: Client, query = '', room = Infinity): Promise<Listener> {
    const answer = await client.get(path + query);
    if (answer.outcome.kind !== 'stream') throw new Error(`${answer.status} ${answer.text}`);
    return new Listener(answer.outcome, room);
  }

  static refused(client: Client, query = ''): Promise<Answer> {
    return client.get(path + query);
  }

  constructor(outcome: Extract<Outcome, { kind: 'stream' }>, room: number) {
    this.#cancel = outcome.open({
      write: (chunk) => {
        if (this.text.length + chunk.length > room) return false;
        this.text += new TextDecoder().decode(chunk);
        return true;
      },
      end: (reason, last) => {
        if (last) this.text += new TextDecoder().decode(last);
        this.ended = reason;
      },
    });
  }

  /** Objects, without the blank lines. */
  get lines(): Line[] {
    return this.#all.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  }

  /** Texts of the received posts. */
  get texts(): string[] {
    return this.lines.filter(({ data }) => data as unknown).map(({ data }) => data.text);
  }

  get blankLines(): number {
    return this.#all.filter((line) => line === '').length;
  }

  leave(): void {
    this.#cancel();
  }

  get #all(): string[] {
    return this.text.split('\r\n').slice(0, -1);
  }
}

/** Adds rules by value, each with its value as its tag; returns their ids. */
export async function addRules(client: Client, ...values: string[]): Promise<string[]> {
  const add = values.map((value) => ({ value, tag: `tag ${value}` }));
  const answer = await client.post(`${path}/rules`, { add });
  if (answer.status !== 200 || answer.json.data.length !== values.length) throw new Error(answer.text);
  return answer.json.data.map(({ id }) => id);
}
