/**
 * What a reload keeps of a flow that was under way: the person's choices, and its progress. It has nothing that the
 * flow received, because that is secret or identifies a user (decisions/flow-clock.md). Kept for this tab only, and
 * gone when it is closed.
 */
import { membersIn } from '../../parts/json.ts';
import { ofTab } from '../../parts/storage.ts';
import { isOneOf, isWhole } from '../../../worker/api.ts';
import { breakIds } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import { isFlowId } from './flows.ts';
import type { Flow, FlowId } from './flows.ts';
import { areScopes } from './route.ts';

export interface LeftFlow {
  readonly flow: FlowId;
  /** The number of messages that have passed, and their total. */
  readonly done: number;
  readonly of: number;
  /** The id of the App. */
  readonly app: string;
  /** The username of the user who answers in the person's place. */
  readonly as: string;
  readonly scopes: string;
  readonly breaks: readonly BreakId[];
}

const version = 1;
const longest = 2000;

const slot = ofTab('left-flow:1');

export const writeLeft = (left: LeftFlow): void => slot.write(JSON.stringify({ version, ...left }));

export const clearLeft = (): void => slot.write(null);

export const readLeft = (): LeftFlow | null => parseLeft(slot.read());

/** null if the text is empty or not a stored flow. */
export function parseLeft(text: string | null): LeftFlow | null {
  if (text === null || text.length > longest) return null;
  const { version: of, flow, done, of: all, app, as, scopes, breaks } = membersIn(text);
  if (of !== version || typeof flow !== 'string' || !isFlowId(flow) || !isCount(done) || !isCount(all))
    return null;
  if (typeof app !== 'string' || typeof as !== 'string' || typeof scopes !== 'string') return null;
  if (!areScopes(scopes) || !Array.isArray(breaks) || !breaks.every(isBreakId)) return null;
  return { flow, done, of: all, app, as, scopes, breaks };
}

const isCount = (value: unknown): value is number => isWhole(value, 0, 99);

const isBreakId = (value: unknown): value is BreakId => isOneOf(breakIds, value);

/** What was lost with the page, in words. */
export function lostWith({ id, isOAuth1 }: Flow): string {
  const messages = 'the messages that had passed, with what was edited in them';
  if (id === 'app-only') return messages;
  const own = isOAuth1
    ? 'the request token and its secret'
    : 'the code_verifier and the state that your app had made up';
  return `${own}, the cookies of the browser, and ${messages}`;
}
