/**
 * What Sign-in keeps for this tab, beyond a reload: the scopes that the person chose, and how each break that was tried
 * ended. None of it is a secret.
 */
import { isRecord } from '../../../worker/api.ts';
import { membersIn } from '../../parts/json.ts';
import { usualScopes } from './app.ts';
import { breakIds } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import { flowIds } from './flows.ts';
import type { FlowId } from './flows.ts';
import { areScopes } from './route.ts';

/** By flow and break, as "pkce/state": the last message, as "401 code 32". */
export type TriedBreaks = ReadonlyMap<string, string>;

interface Choices {
  readonly scopes: string;
  readonly tried: TriedBreaks;
}

const version = 1;
const longest = 8000;
const longestEnd = 80;
/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:sign-in:${location.pathname}`;

const keyOf = (flow: FlowId, broken: BreakId): string => `${flow}/${broken}`;

export class KeptChoices {
  #kept: Choices = $state.raw(readKept());

  /** What OAuth 2.0 asks for where no link asks for something else. */
  get scopes(): string {
    return this.#kept.scopes;
  }

  set scopes(scopes: string) {
    this.#keep({ ...this.#kept, scopes });
  }

  /** How the flow ended when it was broken so; null before. */
  endOf(flow: FlowId, broken: BreakId): string | null {
    return this.#kept.tried.get(keyOf(flow, broken)) ?? null;
  }

  noteTried(flow: FlowId, broken: BreakId, end: string): void {
    const tried = new Map([...this.#kept.tried, [keyOf(flow, broken), end.slice(0, longestEnd)]]);
    this.#keep({ ...this.#kept, tried });
  }

  /** As on the first day. */
  forget(): void {
    this.#keep({ scopes: usualScopes, tried: new Map() });
  }

  #keep(kept: Choices): void {
    this.#kept = kept;
    try {
      const tried = Object.fromEntries(kept.tried);
      sessionStorage.setItem(key(), JSON.stringify({ version, scopes: kept.scopes, tried }));
    } catch {
      // Storage is denied: then it lasts as long as the page.
    }
  }
}

function readKept(): Choices {
  try {
    return parseKept(sessionStorage.getItem(key()));
  } catch {
    return parseKept(null);
  }
}

/** Reads what may be anybody's: the storage is shared with every page of the origin, and with other releases. */
export function parseKept(text: string | null): Choices {
  const { version: of, scopes, tried } = text === null || text.length > longest ? {} : membersIn(text);
  if (of !== version) return { scopes: usualScopes, tried: new Map() };
  return {
    scopes: typeof scopes === 'string' && areScopes(scopes) ? scopes : usualScopes,
    tried: isRecord(tried) ? triedIn(tried) : new Map(),
  };
}

const triedIn = (stored: Readonly<Record<string, unknown>>): TriedBreaks =>
  new Map(
    flowIds
      .flatMap((flow) => breakIds.map((broken) => keyOf(flow, broken)))
      .flatMap((each): [string, string][] => {
        const end = Object.hasOwn(stored, each) ? stored[each] : null;
        return typeof end === 'string' && end.length <= longestEnd ? [[each, end]] : [];
      }),
  );
