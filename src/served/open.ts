import { families, known, outlines } from '#reference';
import { attach } from '../../worker/api.ts';
import { reload } from '../parts/release.ts';
import { run } from '../sandbox/run.ts';
import { place, visitOfTab } from '../state/place.svelte.ts';
import { Reference } from '../state/reference.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import Status from './Status.svelte';

/** The path of the server's connection to its pages. */
const line = '../line';

/** Connects to the platform of the server that this page came from. Rejects with a sentence if it cannot. */
export async function open(): Promise<void> {
  const [playground, reference] = await Promise.all([
    attach(new URL(line, document.baseURI), run),
    Reference.open({ families, known, outlines }, null),
  ]);
  await reference.list(); // a tab left open may show any endpoint
  const own = new PageSession(playground, await playground.greet(), reference);
  own.Status = Status;
  own.served = true;
  playground.subscribe((event) => {
    if (event.type === 'storage' && event.storage.reason)
      own.notices.say(event.storage.reason, { label: 'Reload', run: reload });
  });
  if (visitOfTab.read())
    await import('../come-back.ts').then((it) => it.comeBack(own)).catch(() => undefined);
  place.shown ??= own;
}
