/**
 * Reads YAML, and therefore JSON, and keeps the place of every value. Refuses what a scenario has no use for: tags,
 * several documents, and keys that are not texts.
 */
import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import type { Event, ScalarEvent } from 'js-yaml';
import type { Path } from './flaw.ts';

/** A value and where it begins, as an offset in the text. */
interface Placed {
  readonly value: unknown;
  readonly at: number;
  readonly parts: ReadonlyMap<string | number, Placed>;
  /** The number of values in it, including itself; values behind aliases count every time. */
  readonly size: number;
}

/** The most values in a file, including those that aliases repeat: a short text could otherwise expand without limit. */
const mostValues = 5_000_000;
/** The deepest nesting. A scenario needs five. */
const deepest = 50;

export interface ReadText {
  readonly value: unknown;
  /** The place of the value, or of the nearest value that was read. */
  readonly placeOf: (path: Path) => Place;
}

/** Line and column, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Thrown for text that is not YAML, or that cannot be a scenario. */
export class Unreadable extends Error {
  constructor(
    readonly reason: string,
    readonly place: Place,
  ) {
    super(reason);
  }
}

export function readYaml(text: string): ReadText {
  const placeAt = (offset: number): Place => {
    const before = text.slice(0, offset);
    return {
      line: before.split('\n').length,
      column: offset - (before.lastIndexOf('\n') + 1) + 1,
    };
  };
  const root = new Reading(text, eventsOf(text, placeAt), placeAt).document();
  return {
    value: root.value,
    placeOf(path) {
      let found = root;
      for (const part of path) found = found.parts.get(part) ?? found;
      return placeAt(found.at);
    },
  };
}

function eventsOf(text: string, placeAt: (offset: number) => Place): readonly Event[] {
  try {
    return parseEvents(text, {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new Unreadable(error.reason, placeAt(error.mark?.position ?? 0));
  }
}

const nothing: ReadonlyMap<string | number, Placed> = new Map();

class Reading {
  #next = 0;
  #depth = 0;
  readonly #anchors = new Map<string, Placed>();

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
    private readonly placeAt: (offset: number) => Place,
  ) {}

  document(): Placed {
    if (this.events.length === 0) return this.#refuse('the file is empty', 0);
    this.#next = 1; // the beginning of the document
    const root = this.#value();
    if (this.#next + 1 < this.events.length) this.#refuse('a second document begins here', root.at);
    return root;
  }

  #refuse(reason: string, at: number): never {
    throw new Unreadable(reason, this.placeAt(at));
  }

  #value(): Placed {
    const event = this.events[this.#next++];
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#kept(event, {
          ...{ value: this.#scalar(event), at: beginOf(event), parts: nothing, size: 1 },
        });
      case EVENT_ID.SEQUENCE:
        return this.#kept(
          event,
          this.#within(event.start, () => this.#list(event.start)),
        );
      case EVENT_ID.MAPPING:
        return this.#kept(
          event,
          this.#within(event.start, () => this.#group(event.start)),
        );
      case EVENT_ID.ALIAS:
        return this.#alias(event.anchorStart, event.anchorEnd);
      default:
        return this.#refuse('the file is empty', 0);
    }
  }

  #within(at: number, read: () => Placed): Placed {
    if (this.#depth === deepest) this.#refuse('this is nested too deeply', at);
    this.#depth++;
    const placed = read();
    this.#depth--;
    if (placed.size > mostValues) this.#refuse('aliases repeat more than a scenario can hold', at);
    return placed;
  }

  /** Records the anchor of a value. */
  #kept(event: Extract<Event, { anchorStart: number; tagStart: number }>, placed: Placed): Placed {
    if (event.tagStart >= 0) this.#refuse('a tag has no meaning here', event.tagStart);
    if (event.anchorStart >= 0)
      this.#anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), placed);
    return placed;
  }

  #alias(from: number, to: number): Placed {
    const name = this.text.slice(from, to);
    return this.#anchors.get(name) ?? this.#refuse(`nothing above is called &${name}`, from);
  }

  #isEnd(): boolean {
    return this.events[this.#next]?.type === EVENT_ID.POP;
  }

  #list(at: number): Placed {
    const parts = new Map<number, Placed>();
    while (!this.#isEnd()) parts.set(parts.size, this.#value());
    this.#next++;
    return { value: Array.from(parts.values(), ({ value }) => value), at, parts, size: sizeOf(parts) };
  }

  #group(at: number): Placed {
    const parts = new Map<string, Placed>();
    while (!this.#isEnd()) {
      const event = this.events[this.#next];
      const key = this.#value();
      if (event?.type !== EVENT_ID.SCALAR) return this.#refuse('a name is expected', key.at);
      const name = getScalarValue(this.text, event);
      if (parts.has(name)) this.#refuse(`${name} appears here twice`, key.at);
      const value = this.#value();
      // A value on its own line, or an empty one, is found by its name.
      parts.set(name, { ...value, at: value.parts === nothing && value.value !== null ? value.at : key.at });
    }
    this.#next++;
    return {
      value: Object.fromEntries(Array.from(parts, ([name, { value }]) => [name, value])),
      at,
      parts,
      size: sizeOf(parts),
    };
  }

  #scalar(event: ScalarEvent): unknown {
    const text = getScalarValue(this.text, event);
    return event.style === SCALAR_STYLE.PLAIN ? plain(text) : text;
  }
}

function sizeOf(parts: ReadonlyMap<unknown, Placed>): number {
  let size = 1;
  for (const part of parts.values()) size += part.size;
  return size;
}

/** Where a person sees it begin: at its quotation mark. */
const beginOf = ({ style, valueStart }: ScalarEvent): number =>
  style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? valueStart - 1 : valueStart;

/** The core schema of YAML 1.2. A number that would lose digits stays a text, because ids are long. */
function plain(text: string): unknown {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === 'true';
  if (/^[-+]?\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  return text;
}
