import type { CallTabs } from './call-tabs.svelte.ts';
import { store } from './stored-tabs.ts';

/** How long typing must pause before it is stored, in ms. */
const pause = 300;

/** Stores the open tabs while the calling component is mounted. Of two pages, the last one to write wins. */
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
