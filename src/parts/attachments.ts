import { on } from 'svelte/events';

/** Listens on a container to what bubbles up from the controls in it. */
export const delegated =
  <T extends keyof HTMLElementEventMap>(type: T, listener: (event: HTMLElementEventMap[T]) => void) =>
  (container: HTMLElement): (() => void) =>
    on(container, type, listener);

/** Lets the keyboard reach a region that scrolls, and a widget that no element is made for. */
export function focusable(element: HTMLElement): void {
  element.tabIndex = 0;
}
