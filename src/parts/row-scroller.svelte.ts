import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';

/** A rendered row, and its offset from the first row of the stretch. */
export interface DrawnRow {
  readonly row: number;
  readonly top: number;
  /** A new row reuses the element of a removed one. */
  readonly key: number;
}

/**
 * Makes long lists scrollable. No browser can lay out an element of a million rows (the limit is 17 million px in
 * Firefox, 33 in Chromium), so a stretch of the list scrolls, and it moves along when its end comes near.
 */
const stretch = 20_000;
/** The distance, in rows, from an end of the stretch at which it moves. */
const near = 2000;

/** Determines which rows of a list of any length are rendered, while its element scrolls natively. */
export class RowScroller {
  #element: HTMLElement | null = null;
  #virtualizer: Virtualizer<HTMLElement, HTMLElement> | null = null;
  #head = 0;
  /** The maximum of rows rendered at once: within so many consecutive rows, each has a key of its own. */
  #pool = 1;
  #count = $state(0);
  #rowHeight = $state(1);
  /** The first row of the stretch. */
  base = $state(0);
  drawn = $state.raw<readonly DrawnRow[]>([]);
  /** The first visible row, and the number of fully visible ones. */
  first = $state(0);
  seen = $state(1);
  /** The last fully visible row. */
  last = $state(0);

  /** Extra rows that are rendered on each side of the visible ones. */
  readonly #beside = $derived(Math.max(8, Math.ceil(this.seen / 2)));
  readonly length = $derived(Math.min(this.#count, stretch));
  /** Height of the stretch, in px. */
  readonly height = $derived(this.length * this.#rowHeight);

  get count(): number {
    return this.#count;
  }

  /** `head`: px that the column headers cover. Returns the way to stop. */
  attach(element: HTMLElement, head: number): () => void {
    this.#element = element;
    this.#head = head;
    const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(this.#options());
    this.#virtualizer = virtualizer;
    const stop = virtualizer._didMount();
    virtualizer._willUpdate();
    this.#read();
    return () => {
      stop();
      this.#element = null;
      this.#virtualizer = null;
    };
  }

  /** Sets the number of rows and their height. */
  resize(count: number, rowHeight: number): void {
    if (count === this.#count && rowHeight === this.#rowHeight) return;
    const { first } = this;
    const isScaled = rowHeight !== this.#rowHeight;
    [this.#count, this.#rowHeight] = [count, rowHeight];
    this.base = Math.max(0, Math.min(this.base, count - stretch));
    this.#virtualizer?.setOptions(this.#options());
    if (isScaled) this.#virtualizer?.measure();
    this.#virtualizer?._willUpdate();
    if (isScaled) this.show(first, 'start');
    this.#read();
  }

  /** Scrolls a row to the top, or just into view. */
  show(row: number, how: 'start' | 'nearest'): void {
    const element = this.#element;
    if (!element || this.#count === 0) return;
    this.#read();
    const isSeen = row >= this.first && row < this.first + this.seen;
    if (how === 'nearest' && isSeen) return;
    const first = how === 'start' || row < this.first ? row : row - this.seen + 1;
    const top = Math.max(0, Math.min(first, this.#count - this.seen));
    this.#moveTo(top);
    element.scrollTop = (top - this.base) * this.#rowHeight;
    this.#read();
  }

  #options() {
    return {
      count: Math.min(this.#count, stretch),
      getScrollElement: () => this.#element,
      estimateSize: () => this.#rowHeight,
      overscan: this.#beside,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => this.#changed(),
    };
  }

  #changed(): void {
    this.#read();
    this.#follow();
  }

  /** Moves the stretch when one of its ends comes near; the visible rows stay in place. */
  #follow(): void {
    const element = this.#element;
    if (!element) return;
    const before = this.base;
    const isNearTop = this.first - before < near && before > 0;
    const isNearEnd = before + stretch - this.first - this.seen < near && before + stretch < this.#count;
    if (!isNearTop && !isNearEnd) return;
    this.#moveTo(this.first, true);
    element.scrollTop -= (this.base - before) * this.#rowHeight;
    this.#read();
  }

  /** Moves the stretch to centre a row, unless the row is already in its middle. */
  #moveTo(row: number, always = false): void {
    const most = Math.max(0, this.#count - stretch);
    const isInside = row - this.base >= Math.min(near, this.base) && row + near <= this.base + stretch;
    if (!always && (isInside || most === 0)) return;
    this.base = Math.max(0, Math.min(row - stretch / 2, most));
  }

  #read(): void {
    const [element, virtualizer] = [this.#element, this.#virtualizer];
    if (!element || !virtualizer) return;
    const inside = Math.round(element.scrollTop / this.#rowHeight);
    this.first = Math.max(0, Math.min(this.base + inside, Math.max(0, this.#count - 1)));
    const end = Math.floor((element.scrollTop + element.clientHeight - this.#head + 1) / this.#rowHeight);
    this.last = Math.max(this.first, Math.min(this.base + end, this.#count) - 1);
    this.seen = Math.max(1, Math.floor((element.clientHeight - this.#head) / this.#rowHeight));
    const items = virtualizer.getVirtualItems();
    this.#pool = Math.max(this.#pool, items.length);
    this.drawn = items.map(({ index, start }) => {
      const row = this.base + index;
      return { row, top: start, key: row % this.#pool };
    });
  }
}
