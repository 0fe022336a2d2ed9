import { visitOfTab } from './state/place.svelte.ts';
import type { PageSession } from './state/session.svelte.ts';
import { membersIn } from './parts/json.ts';

/** After a reload: shows the lesson or the stage that this tab was in. The storage may contain anything. */
export async function comeBack(own: PageSession): Promise<void> {
  const left = membersIn(visitOfTab.read() ?? '');
  if ('stage' in left) await (await import('./stage/enter.ts')).comeBack(own, left['stage']);
  else await (await import('./lesson/enter.ts')).comeBack(own, left);
}
