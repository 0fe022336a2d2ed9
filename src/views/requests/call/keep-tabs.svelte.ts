import type { CallTabs } from './call-tabs.svelte.ts';
import { store } from './stored-tabs.ts';

/** Milliseconds for which typing has to pause before it is kept. */
const pause = 300;

/** Keeps what is open for the next time, while the component stands that this is called in. Of two pages the last writes. */
export function keepTabs(tabs: CallTabs): void {
  let unsaved: (() => void) | null = null;
  const save = () => {
    unsaved?.();
    unsaved = null;
  };

  $effect(() => {
    const open = tabs.list.map(({ kept }) => kept);
    const current = tabs.list.indexOf(tabs.current);
    unsaved = () => store({ tabs: open, current });
    const timer = setTimeout(save, pause);
    return () => {
      clearTimeout(timer);
    };
  });
  $effect(() => {
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  });
}
