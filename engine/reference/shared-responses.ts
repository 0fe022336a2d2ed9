/** Error responses shared by several operations, each written once as a component. */
import { pascal } from './names.ts';

/** The responses of one operation, by status. */
export type Responses = Readonly<Record<string, object>>;

export interface Answering {
  readonly operationId: string;
  /** The schema of its errors: `Problem`. */
  readonly error: string;
  readonly responses: Responses;
}

interface Group {
  readonly response: object;
  /** Kind of error and status: `Problem404`. */
  readonly word: string;
  /** The ids of the operations with this response. */
  readonly ids: string[];
}

/**
 * A component is named after its kind of error and its status. Where several would have one name, the one with the
 * most operations gets it, and the others are named after their first operation.
 */
export class SharedResponses {
  /** Sorted by name. */
  readonly all: Responses;
  readonly #names = new Map<string, string>();

  constructor(operations: readonly Answering[]) {
    const taken = new Set<string>();
    const named: [name: string, response: object][] = [];
    for (const { response, word, ids } of sharedBy(operations)) {
      const name = taken.has(word) ? `${pascal(ids[0] ?? '')}${word}` : word;
      taken.add(word);
      named.push([name, response]);
      this.#names.set(keyOf(word, response), name);
    }
    this.all = Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The responses, with references to the shared ones. */
  in({ error, responses }: Answering): Responses {
    return Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const name = this.#names.get(keyOf(`${error}${status}`, response));
        return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

/** The responses of more than one operation, most common first. */
function sharedBy(operations: readonly Answering[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { operationId, error, responses } of operations)
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const word = `${error}${status}`;
      const group = groups.get(keyOf(word, response)) ?? { response, word, ids: [] };
      groups.set(keyOf(word, response), group);
      group.ids.push(operationId);
    }
  return [...groups.values()]
    .filter(({ ids }) => ids.length > 1)
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

const keyOf = (word: string, response: object): string => word + JSON.stringify(response);
