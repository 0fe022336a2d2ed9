/** The ids of the entries that were run last, newest first. */
import { ofPlayground } from '../parts/storage.ts';

const slot = ofPlayground('recent:1');
const most = 5;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w:.@-]{1,100}$/.test(value);

export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(slot.read() ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.slice(0, most).filter(isId))] : [];
  } catch {
    return [];
  }
}

export function noteRecent(id: string): void {
  const recent = [id, ...readRecent().filter((each) => each !== id)].slice(0, most);
  slot.write(JSON.stringify(recent));
}
