import { on } from 'svelte/events';

/** Up and Down move the focus among the elements that a selector finds in a list. */
export const walks =
  (stops: string) =>
  (list: HTMLElement): (() => void) =>
    on(list, 'keydown', (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      const all = [...list.querySelectorAll<HTMLElement>(stops)];
      const next = by && all[all.findIndex((each) => each === event.target) + by];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
