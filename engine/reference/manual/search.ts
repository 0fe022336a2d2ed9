/** The searchable entries of the reference, as plain data. Computed by the build. */
import type { EndpointOutline } from '../describe.ts';
import type { ManualField } from './fields.ts';
import type { Manual, RefusalNote } from './manual.ts';

export interface SearchEntry {
  readonly kind: 'call' | 'field' | 'value' | 'refusal';
  readonly name: string;
  readonly about: string;
  /** The context: a part of a call, a method, or a status and code. */
  readonly where: string;
  /** The link: the rest of `#/reference/`. */
  readonly to: string;
  /** The number of calls that have it. */
  readonly calls: number;
  /** Only for refusals. */
  readonly code?: number;
}

type Found = Omit<SearchEntry, 'calls'>;

/** Calls first, then fields, values and refusals. An entry that several calls share comes once. */
export function searchEntries(
  calls: readonly { readonly outline: EndpointOutline; readonly manual: Manual }[],
  notes: Readonly<Record<string, RefusalNote>>,
): readonly SearchEntry[] {
  const found = new Map<string, Found & { readonly of: Set<string> }>();
  const note = (call: string, key: string, entry: Found) => {
    const known = found.get(`${entry.kind} ${key}`) ?? { ...entry, of: new Set<string>() };
    known.of.add(call);
    found.set(`${entry.kind} ${key}`, known);
  };
  for (const { outline, manual } of calls) {
    const { id } = manual;
    note(id, id, {
      ...{ kind: 'call', name: outline.summary, about: outline.path },
      ...{ where: outline.method, to: id },
    });
    for (const { where, part, name, field } of fieldsOf(manual)) {
      const to = `${id}/${part}/${name}`;
      const short = name.split('.').slice(-2).join('.');
      const about = field.description ?? field.type;
      note(id, `${where} ${short} ${about}`, { kind: 'field', name, about, where, to });
      for (const value of field.values ?? [])
        note(id, `${where} ${field.name} ${value}`, {
          ...{ kind: 'value', name: value, about: `A value of ${name}`, where, to },
        });
    }
    for (const { name } of manual.refusals) {
      const known = notes[name];
      if (!known) continue;
      const { what, cause, status, code } = known;
      note(id, name, {
        ...{ kind: 'refusal', name: what, about: cause, where: `${status} · ${code}` },
        ...{ to: `${id}/refusals/${name}`, code },
      });
    }
  }
  const kinds = ['call', 'field', 'value', 'refusal'];
  return [...found.values()]
    .map(({ of, ...entry }) => ({ ...entry, calls: of.size }))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

interface Placed {
  readonly where: string;
  readonly part: string;
  readonly name: string;
  readonly field: ManualField;
}

const fieldsOf = ({ path, query, body, answers }: Manual): Placed[] => [
  ...walk(path, 'path', 'path'),
  ...walk(query, 'query', 'query'),
  ...walk(body?.fields ?? [], 'body', 'body'),
  ...answers.flatMap(({ status, fields }) => walk(fields, 'answer', String(status))),
];

const walk = (fields: readonly ManualField[], where: string, part: string, inside = ''): Placed[] =>
  fields.flatMap((field) => {
    const name = `${inside}${field.name}`;
    return [{ where, part, name, field }, ...walk(field.fields ?? [], where, part, `${name}.`)];
  });
