import { isRecord } from '../../../worker/api.ts';
import type { ExchangeGist } from '../../../worker/api.ts';
import { ofPlayground } from '../../parts/storage.ts';

/** An exchange is known by sequence and time, because a world that replaces this one counts from 1 again. */
type Known = Pick<ExchangeGist, 'sequence' | 'at'>;

const slot = ofPlayground('pins');
const mostPins = 200;
export const longestNote = 500;

/** The exchanges that a person has pinned, each with a note, which may be empty. Kept in the browser's storage. */
export class Pins {
  #notes = $state.raw<ReadonlyMap<string, string>>(read());
  readonly sequences: readonly number[] = $derived(
    [...this.#notes.keys()].map((key) => Number(key.split('@')[0])),
  );

  /** null if it is not pinned. */
  noteOf(exchange: Known): string | null {
    return this.#notes.get(keyOf(exchange)) ?? null;
  }

  /** When there are too many pins, the oldest is dropped. */
  pin(exchange: Known, note: string): void {
    const key = keyOf(exchange);
    const others = [...read()].filter(([each]) => each !== key);
    this.#keep([...others, [key, note.slice(0, longestNote)] as const].slice(-mostPins));
  }

  unpin(exchange: Known): void {
    const key = keyOf(exchange);
    this.#keep([...read()].filter(([each]) => each !== key));
  }

  /** Another tab may have changed the pins: they are read again before they are written. */
  #keep(notes: readonly (readonly [string, string])[]): void {
    this.#notes = new Map(notes);
    slot.write(notes.length === 0 ? null : JSON.stringify(Object.fromEntries(notes)));
  }
}

const keyOf = ({ sequence, at }: Known): string => `${sequence}@${at}`;

function read(): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(slot.read() ?? '{}');
    if (!isRecord(stored)) return new Map();
    return new Map(
      Object.entries(stored).flatMap(([key, note]) =>
        /^\d{1,15}@\d{1,16}$/.test(key) && typeof note === 'string'
          ? [[key, note.slice(0, longestNote)] as const]
          : [],
      ),
    );
  } catch {
    return new Map();
  }
}
