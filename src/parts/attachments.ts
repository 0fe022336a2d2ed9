import { on } from 'svelte/events';

/** Listens on a container to events that bubble up from its controls. */
export const delegated =
  <T extends keyof HTMLElementEventMap>(type: T, listener: (event: HTMLElementEventMap[T]) => void) =>
  (container: HTMLElement): (() => void) =>
    on(container, type, listener);

/** Makes a scrollable region, or a widget without a native element, focusable. */
export function focusable(element: HTMLElement): void {
  element.tabIndex = 0;
}
