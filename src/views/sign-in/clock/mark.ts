/**
 * The mark that outlives the page of a flow that stopped the clock: the flow and its progress. It contains no secret:
 * the request token's secret, the code_verifier and the session cookie are never stored, so a flow ends with its page.
 */
import { membersIn } from '../../../parts/json.ts';
import { isWhole } from '../../../../worker/api.ts';
import { heldClockKey, markStore } from './key.ts';
import { isFlowId } from '../flows.ts';
import type { FlowId } from '../flows.ts';

export interface FlowMark {
  readonly flow: FlowId;
  /** The number of messages that have passed, and their total. */
  readonly done: number;
  readonly of: number;
}

const version = 1;

export function writeMark(mark: FlowMark): void {
  try {
    markStore()?.setItem(heldClockKey(), JSON.stringify({ version, ...mark }));
  } catch {
    // Storage is denied: then the clock's state lasts only as long as the page too.
  }
}

export function clearMark(): void {
  try {
    markStore()?.removeItem(heldClockKey());
  } catch {
    // There is no mark.
  }
}

/** The stored text; null if there is none. */
export function readMark(): string | null {
  try {
    return markStore()?.getItem(heldClockKey()) ?? null;
  } catch {
    return null;
  }
}

/** Reads stored data, which may be damaged or foreign: all pages of the origin, and all releases, share the storage. */
export function parseMark(text: string | null): FlowMark | null {
  if (text === null || text.length > 200) return null;
  const { version: of, flow, done, of: all } = membersIn(text);
  const isRead =
    of === version && typeof flow === 'string' && isFlowId(flow) && isCount(done) && isCount(all);
  return isRead ? { flow, done, of: all } : null;
}

const isCount = (value: unknown): value is number => isWhole(value, 0, 99);
