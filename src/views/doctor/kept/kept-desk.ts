import { ofTab } from '../../../parts/storage.ts';
import { parseKept, writeKept } from './kept-request.ts';
import type { KeptRequest } from './kept-request.ts';

const slot = ofTab('doctor');

/** Kept for this tab, and survives a reload. */
export const keepDesk = (requests: readonly KeptRequest[]): void =>
  slot.write(requests.length === 0 ? null : writeKept(requests));

export const readDesk = (): readonly KeptRequest[] => parseKept(slot.read());
