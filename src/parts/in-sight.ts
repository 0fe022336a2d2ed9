/**
 * Scrolls a box just enough to show one of its elements with `margin` pixels around it, and changes nothing else:
 * `scrollIntoView` also moves the starting point of Tab (seen in Chromium 150). It does so in the next frame, which
 * computes the layout anyway; at once, all that an opened view has drawn so far would be laid out by itself.
 */
export function bringInSight(box: Element, element: Element, margin = 0): void {
  requestAnimationFrame(() => {
    const [one, all] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += distance(one.top - margin, one.bottom + margin, all.top, all.bottom);
    box.scrollLeft += distance(one.left - margin, one.right + margin, all.left, all.right);
  });
}

/** How far a range extends outside another; a longer range is shown from its start. */
function distance(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from;
  return end > to ? Math.min(end - to, start - from) : 0;
}
