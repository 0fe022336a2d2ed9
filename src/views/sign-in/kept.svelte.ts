/**
 * What Sign-in keeps for this tab over a reload: the chosen scopes, and how each tried break ended. None of it is
 * secret.
 */
import { isRecord } from '../../../worker/api.ts';
import { membersIn } from '../../parts/json.ts';
import { ofTab } from '../../parts/storage.ts';
import { usualScopes } from './app.ts';
import { breakIds } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import { flowIds } from './flows.ts';
import type { FlowId } from './flows.ts';
import { areScopes } from './route.ts';

/** The last message by flow and break: for "pkce/state", for example "401 code 32". */
export type TriedBreaks = ReadonlyMap<string, string>;

interface Choices {
  readonly scopes: string;
  readonly tried: TriedBreaks;
}

const version = 1;
const longest = 8000;
const longestEnd = 80;
const slot = ofTab('sign-in');

const keyOf = (flow: FlowId, broken: BreakId): string => `${flow}/${broken}`;

export class KeptChoices {
  #kept: Choices = $state.raw(parseKept(slot.read()));

  /** The scopes that OAuth 2.0 requests unless a link requests others. */
  get scopes(): string {
    return this.#kept.scopes;
  }

  set scopes(scopes: string) {
    this.#keep({ ...this.#kept, scopes });
  }

  /** How the flow ended with this break; null if it was not tried. */
  endOf(flow: FlowId, broken: BreakId): string | null {
    return this.#kept.tried.get(keyOf(flow, broken)) ?? null;
  }

  noteTried(flow: FlowId, broken: BreakId, end: string): void {
    const tried = new Map([...this.#kept.tried, [keyOf(flow, broken), end.slice(0, longestEnd)]]);
    this.#keep({ ...this.#kept, tried });
  }

  #keep(kept: Choices): void {
    this.#kept = kept;
    const tried = Object.fromEntries(kept.tried);
    slot.write(JSON.stringify({ version, scopes: kept.scopes, tried }));
  }
}

/** Damaged parts get their defaults. */
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
