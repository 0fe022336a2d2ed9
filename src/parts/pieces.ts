/** A piece of a text, and whether it is marked. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Splits a text into pieces: those at these places, in UTF-16 units and in order, are marked. */
export function piecesAt(value: string, places: readonly (readonly [start: number, end: number])[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of places) {
    pieces.push(
      { text: value.slice(at, start), isHit: false },
      { text: value.slice(start, end), isHit: true },
    );
    at = end;
  }
  return [...pieces, { text: value.slice(at), isHit: false }].filter(({ text }) => text !== '');
}
