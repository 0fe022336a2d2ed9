import { families, known, outlines } from '#reference';
import { attach } from '../../worker/api.ts';
import { isUpdated, reload, updated } from '../parts/release.ts';
import { run } from '../sandbox/run.ts';
import { place, visitOfTab } from '../state/place.svelte.ts';
import { Reference } from '../state/reference.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { nextTry } from './next-try.ts';
import Status from './Status.svelte';

/** The path of the server's connection to its pages. */
const line = '../line';

/** Connects to the platform of the server that this page came from. Rejects with a sentence if it cannot. */
export async function open(): Promise<void> {
  const [playground, reference] = await Promise.all([
    attach(new URL(line, document.baseURI), run, nextTry),
    Reference.open({ families, known, outlines }, null),
  ]);
  let isLost = false;
  await reference.list(); // a tab left open may show any endpoint
  const own = new PageSession(playground, await playground.greet(), reference);
  own.Status = Status;
  own.served = true;
  playground.subscribe((event) => {
    if (event.type === 'storage' && event.storage.reason) {
      isLost = true;
      own.notices.say(event.storage.reason); // a phone has no status line
    } else if (event.type === 'restarted' && isLost) {
      isLost = false;
      void sayBack(own);
    }
  });
  if (visitOfTab.read())
    await import('../come-back.ts').then((it) => it.comeBack(own)).catch(() => undefined);
  place.shown ??= own;
}

/** The server may be another release than the page by now. */
async function sayBack({ notices, greeting }: PageSession): Promise<void> {
  if (await isUpdated()) notices.say(updated, { label: 'Reload', run: reload });
  else notices.say(`Attached to the server at ${greeting.baseUrl} again.`);
}
