/** The cell that a key moves to (ARIA Authoring Practices, grid). */

export interface Cell {
  /** -1 for the heads of the columns. */
  readonly row: number;
  /** 0 for the row's number. */
  readonly column: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of visible rows. */
  readonly seen: number;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** null for a key that does not move. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Pressed,
  from: Cell,
  { rows, columns, seen }: Extent,
): Cell | null {
  const isFar = ctrlKey || metaKey;
  const at = (row: number, column = from.column): Cell => ({
    row: Math.max(-1, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(from.row - 1);
    case 'ArrowDown':
      return at(from.row + 1);
    case 'ArrowLeft':
      return at(from.row, from.column - 1);
    case 'ArrowRight':
      return at(from.row, from.column + 1);
    case 'PageUp':
      return at(Math.max(0, from.row - seen));
    case 'PageDown':
      return at(from.row + seen);
    case 'Home':
      return isFar ? at(0, 0) : at(from.row, 0);
    case 'End':
      return isFar ? at(rows - 1, columns - 1) : at(from.row, columns - 1);
    default:
      return null;
  }
}
