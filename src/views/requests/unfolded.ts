/**
 * Which families of the list of endpoints are expanded, by id. The family of the shown call is expanded automatically.
 */
import { ofPlayground } from '../../parts/storage.ts';

const slot = ofPlayground('unfolded:1');

export function readUnfolded(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(slot.read() ?? '');
    return Array.isArray(stored) ? stored.slice(0, 99).filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export const keepUnfolded = (families: readonly string[]): void => slot.write(JSON.stringify(families));
