import { mount, unmount } from 'svelte';
import type { PageSession } from '../state/session.svelte.ts';
import type { AtHand, Wanted } from './reading.ts';
import Sheet from './Sheet.svelte';
import { Shown } from './shown.svelte.ts';

interface Open {
  readonly shown: Shown;
  readonly host: Element;
  /** The element that gets the focus back. */
  opener: HTMLElement;
  readonly close: (focus: 'back' | 'leave') => void;
}

/** The page has only one sheet. */
let open: Open | null = null;

/** Shows a section in the open sheet, or opens one. */
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

/** A modal dialog makes everything outside it inert, so a mark inside one opens the sheet inside it. */
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
  // It closes with the view, or the dialog, that it was opened from.
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
