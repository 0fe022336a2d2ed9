/**
 * Headings begin at the level that the page around the frame has there: what is read out goes on in it. The parts of the
 * playground begin at 2.
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
