/** A piece of a text, and whether it is marked. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** A text in pieces: those at these places, in UTF-16 units and in their order, are marked. */
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
