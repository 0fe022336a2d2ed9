import { mount, unmount } from 'svelte';
import { loadChoices } from '../../worker/api.ts';
import type { Wanted } from './open.ts';
import type { AtHand, Reading } from './reading.ts';
import Sheet from './Sheet.svelte';

/** What the sheet shows, and for which call. */
export class Shown {
  section = $state('');
  /** The choice that was asked for: it is lit. */
  choice = $state<string | null>(null);
  atHand = $state.raw<AtHand | null>(null);
  readonly session: Reading['session'];
  /** Counts up with everything that is asked for, so that the same section may be asked for twice. */
  asked = $state(0);

  constructor(session: Reading['session']) {
    this.session = session;
  }
}

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
export async function showSheet(reading: Reading, opener: HTMLElement, wanted: Wanted): Promise<void> {
  const choice = typeof wanted === 'string' ? null : wanted.choice;
  const section = typeof wanted === 'string' ? wanted : await sectionOf(wanted.choice);
  const host = hostOf(opener);
  if (open && open.host !== host) open.close('leave');
  const inside = opener.closest('[data-sheet]') !== null;
  open ??= begin(reading, host, opener);
  if (!inside) open.opener = opener;
  Object.assign(open.shown, { section, choice, asked: open.shown.asked + 1 });
  if (!inside) open.shown.atHand = reading.atHand();
}

async function sectionOf(id: string): Promise<string> {
  const choice = (await loadChoices()).find((each) => each.id === id);
  if (!choice) throw new Error(`The register has no choice ${id}`);
  return choice.section;
}

/** A modal dialog makes all beside it inert, so a mark in one opens the sheet in it. */
const hostOf = (opener: HTMLElement): Element =>
  opener.closest('dialog') ?? document.querySelector('main')?.parentElement ?? document.body;

function begin({ session }: Reading, host: Element, opener: HTMLElement): Open {
  const shown = new Shown(session);
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
export { default as StepChoices } from './StepChoices.svelte';
