import { base64 } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** Downloads the whole state as JSON, which an engine continues from as it is: bytes are `{"$bytes": "<base64>"}`. */
export async function exportSnapshot(session: PageSession): Promise<void> {
  const snapshot = await session.playground.exportSnapshot();
  const file = new Blob([JSON.stringify(snapshot, bytesAsText)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `svc-playground-${new Date(session.now).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  session.notices.say('Exported everything, with the keys and tokens of this playground.');
}

const bytesAsText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? { $bytes: base64(value) } : value;
