import { mount, unmount } from 'svelte';
import { loadChoices } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { AtHand, Wanted } from './reading.ts';
import Sheet from './Sheet.svelte';

/** What the sheet shows, and for which call. */
export class Shown {
  section = $state('');
  /** The choice that was asked for: it is lit. */
  choice = $state<string | null>(null);
  atHand = $state.raw<AtHand | null>(null);
  /** Counts up with everything that is asked for, so that the same may be asked for twice. */
  asked = $state(0);
  readonly session: PageSession;

  constructor(session: PageSession) {
    this.session = session;
  }

  /** Rejects for a choice that is not in the register, and when that does not arrive. */
  async ask(wanted: Wanted): Promise<void> {
    const choice = typeof wanted === 'string' ? null : wanted.choice;
    this.section = typeof wanted === 'string' ? wanted : await silentAt(wanted.choice);
    this.choice = choice;
    this.asked += 1;
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

async function silentAt(choiceId: string): Promise<string> {
  const choice = (await loadChoices()).find(({ id }) => id === choiceId);
  if (!choice) throw new Error(`The register has no choice ${choiceId}`);
  return choice.section;
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
