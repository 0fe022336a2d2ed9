import { flushSync } from 'svelte';

/** Whether the page is being printed; nothing is folded then. */
class Printing {
  now = $state(false);

  /** Follows the browser's print events. Returns the way to stop. */
  follow(): () => void {
    const set = (now: boolean) => () => flushSync(() => (this.now = now));
    const [before, after] = [set(true), set(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }
}

export const printing = new Printing();
