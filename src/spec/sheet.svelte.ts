import { mount, unmount } from 'svelte';
import type { PageSession } from '../state/session.svelte.ts';
import type { AtHand, Wanted } from './reading.ts';
import Sheet from './Sheet.svelte';
import { Shown } from './shown.svelte.ts';

interface Open {
  readonly shown: Shown;
  readonly host: Element;
  /** What the focus goes back to. */
  opener: HTMLElement;
  readonly close: (focus: 'back' | 'leave') => void;
}

/** There is one sheet in the page. */
let open: Open | null = null;

/** Shows a section in the sheet: in the one that is open, or in one that opens. */
export async function showSheet(
  session: PageSession,
  wanted: Wanted,
  atHand: AtHand | null,
  opener: HTMLElement,
): Promise<void> {
  const host = hostOf(opener);
  if (open && open.host !== host) open.close('leave');
  const shown = open?.shown ?? new Shown(session);
  shown.atHand = atHand;
  await shown.ask(wanted);
  open ??= begin(shown, host, opener);
  open.opener = opener;
}

/** A modal dialog makes all beside it inert, so a mark in one opens the sheet in it. */
const hostOf = (opener: HTMLElement): Element =>
  opener.closest('dialog') ?? document.querySelector('main')?.parentElement ?? document.body;

function begin(shown: Shown, host: Element, opener: HTMLElement): Open {
  const close = (focus: 'back' | 'leave') => {
    if (open !== it) return;
    open = null;
    watching.disconnect();
    host.removeEventListener('close', leave);
    void unmount(component);
    if (focus === 'leave') return;
    const back = it.opener.isConnected ? it.opener : document.querySelector('main');
    back?.focus();
  };
  const leave = () => {
    close('leave');
  };
  // It goes with the view, or the dialog, that it was opened from.
  const view = opener.closest('main > *');
  const watching = new MutationObserver(() => {
    if (view && !view.isConnected) leave();
  });
  const main = view?.parentElement;
  if (main) watching.observe(main, { childList: true });
  host.addEventListener('close', leave);

  const it: Open = { shown, host, opener, close };
  const component = mount(Sheet, {
    target: host,
    props: {
      shown,
      close: () => {
        close('back');
      },
    },
  });
  return it;
}
