/**
 * What outlives the page of a flow that has stopped the clock: which flow, and how far it was. Nothing that it knew: a
 * request token's secret, a code_verifier and a session's cookie are kept nowhere, so a flow ends with its page.
 */
import { membersIn } from '../../../parts/json.ts';
import { isKeptElsewhere } from '../../../parts/storage.ts';
import { isWhole } from '../../../../worker/api.ts';
import { heldClockKey } from './key.ts';
import { isFlowId } from '../flows.ts';
import type { FlowId } from '../flows.ts';

export interface FlowMark {
  readonly flow: FlowId;
  /** Messages that had passed, and of how many. */
  readonly done: number;
  readonly of: number;
}

const version = 1;

/** A lesson goes with its page, and its clock with it. */
export function writeMark(mark: FlowMark): void {
  if (isKeptElsewhere()) return;
  try {
    localStorage.setItem(heldClockKey(), JSON.stringify({ version, ...mark }));
  } catch {
    // Storage is denied: then the clock, too, lasts only as long as the page.
  }
}

export function clearMark(): void {
  try {
    localStorage.removeItem(heldClockKey());
  } catch {
    // There is none.
  }
}

/** As it stands; null where there is none. */
export function readMark(): string | null {
  try {
    return localStorage.getItem(heldClockKey());
  } catch {
    return null;
  }
}

/** Reads what may be anybody's: the storage is shared with every page of the origin, and with other releases. */
export function parseMark(text: string | null): FlowMark | null {
  if (text === null || text.length > 200) return null;
  const { version: of, flow, done, of: all } = membersIn(text);
  const isRead =
    of === version && typeof flow === 'string' && isFlowId(flow) && isCount(done) && isCount(all);
  return isRead ? { flow, done, of: all } : null;
}

const isCount = (value: unknown): value is number => isWhole(value, 0, 99);
