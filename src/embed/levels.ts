/**
 * Makes headings start at the level that the surrounding page has at the frame, so that they continue its outline for
 * screen readers. The headings of the playground's parts start at 2.
 */
export const levels =
  (first: number) =>
  (root: HTMLElement): (() => void) => {
    const set = (): void => {
      for (const heading of root.querySelectorAll('h1, h2, h3, h4')) {
        const level = String(Math.min(6, first + Math.max(0, Number(heading.localName[1]) - 2)));
        if (heading.ariaLevel !== level) heading.ariaLevel = level;
      }
    };
    set();
    const watching = new MutationObserver(set);
    watching.observe(root, { childList: true, subtree: true });
    return () => watching.disconnect();
  };
