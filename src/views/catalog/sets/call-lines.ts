/** The body of a call as lines of JSON, with what differs from the saved set marked. */
import type { DraftFilter, SavedSet } from '../../../../worker/api.ts';
import { isSame } from './draft.ts';

export interface CallPiece {
  readonly text: string;
  readonly changed: boolean;
}

export type CallLine = readonly CallPiece[];

const plain = (text: string): CallPiece => ({ text, changed: false });

/** Without a saved set nothing is marked, because everything is new. */
export function callLines(
  body: Readonly<Record<string, unknown>>,
  saved: SavedSet | null,
): readonly CallLine[] {
  const names = Object.keys(body);
  const members = names.flatMap((name, at): readonly CallLine[] => {
    const end = at === names.length - 1 ? '' : ',';
    const before = saved?.[name as keyof SavedSet];
    return Array.isArray(body[name])
      ? listLines(name, body[name], saved ? (before as readonly unknown[] | null) : null, end)
      : [[plain(`  "${name}": `), valuePiece(body[name], saved ? before : body[name]), plain(end)]];
  });
  return [[plain('{')], ...members, [plain('}')]];
}

function valuePiece(value: unknown, before: unknown): CallPiece {
  return { text: JSON.stringify(value), changed: !isSame(value, before) };
}

function listLines(
  name: string,
  values: readonly unknown[],
  before: readonly unknown[] | null,
  end: string,
): readonly CallLine[] {
  if (values.length === 0) return [[plain(`  "${name}": []${end}`)]];
  const lines = values.map((value, at): CallLine => {
    const comma = at === values.length - 1 ? '' : ',';
    return typeof value === 'string'
      ? [
          plain('    '),
          { text: JSON.stringify(value), changed: before !== null && !before.includes(value) },
          plain(comma),
        ]
      : [
          plain('    '),
          ...filterPieces(value as DraftFilter, before as readonly DraftFilter[] | null, at),
          plain(comma),
        ];
  });
  return [[plain(`  "${name}": [`)], ...lines, [plain(`  ]${end}`)]];
}

/** A filter that was at this place before is compared field by field; any other filter is marked as a whole. */
function filterPieces(
  filter: DraftFilter,
  before: readonly DraftFilter[] | null,
  at: number,
): readonly CallPiece[] {
  const former = before?.find((each) => isSame({ ...each }, { ...filter })) ?? before?.[at];
  const fields = (['attribute', 'operator', 'value'] as const).flatMap((field, index) => [
    plain(`${index === 0 ? '' : ', '}"${field}": `),
    before === null ? plain(JSON.stringify(filter[field])) : valuePiece(filter[field], former?.[field]),
  ]);
  return [plain('{ '), ...fields, plain(' }')];
}
