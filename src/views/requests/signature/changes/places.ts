/** Where the values of a signature can be edited: each belongs to one place in the draft. */
import { decodeForm, encodeRfc3986 } from '../../../../../worker/api.ts';
import type { SignatureSteps, SignedParameter } from '../../../../../worker/api.ts';
import { bodyType, takesForm } from '../../call/compose.ts';
import type { Draft } from '../../call/draft.svelte.ts';
import type { NameValueRow } from '../../call/rows.ts';

export interface ValuePlace {
  /** The same for as long as the place exists. */
  readonly key: string;
  write: (value: string) => void;
}

interface Held extends ValuePlace {
  readonly from: SignedParameter['from'];
  readonly name: string;
  readonly value: string;
}

/** A place for each parameter of the signature; null for one that comes from the App, or that a field cannot hold. */
export function placesOf(draft: Draft, { parameters }: SignatureSteps): (ValuePlace | null)[] {
  const free = heldBy(draft);
  return parameters.map(({ from, name, value }) => {
    const at = free.findIndex((each) => each.from === from && each.name === name && each.value === value);
    const [place] = at < 0 ? [] : free.splice(at, 1);
    return place && fits(value) ? place : null;
  });
}

/** A field has one line, and takes only text. */
const fits = (value: string): boolean => !/[\r\n]/.test(value) && value.isWellFormed();

function heldBy(draft: Draft): Held[] {
  const { endpoint } = draft;
  const fresh = (['nonce', 'timestamp'] as const).map((name): Held => ({
    key: name,
    from: 'header',
    name: `oauth_${name}`,
    value: draft[name],
    write: (value) => {
      draft[name] = value;
      draft[`${name}Pinned`] = true;
    },
  }));
  if (!endpoint) return [...fresh, ...heldByText(draft)];
  const query = draft.query.map((row) => heldByRow(row, draft.inHeader(row.name) ? 'header' : 'query'));
  const form = takesForm(endpoint) ? draft.form.map((row) => heldByRow(row, 'body')) : [];
  return [...fresh, ...[...query, ...form].flat()];
}

const heldByRow = (row: NameValueRow, from: SignedParameter['from']): Held[] =>
  row.on && row.name !== ''
    ? [
        {
          key: `row ${row.key}`,
          from,
          name: row.name,
          value: row.value,
          write: (value) => {
            row.value = value;
            row.seen = true;
          },
        },
      ]
    : [];

/** A free-form call has its parameters in the text of its address and its body. */
function heldByText(draft: Draft): Held[] {
  const [address = ''] = draft.url.split('#');
  const start = address.indexOf('?') + 1;
  const query = start === 0 ? '' : address.slice(start);
  const isForm = bodyType(draft)?.startsWith('application/x-www-form-urlencoded') ?? false;
  return [
    ...heldByForm('query', query, (next) => {
      draft.url = draft.url.slice(0, start) + next + draft.url.slice(address.length);
    }),
    ...(isForm ? heldByForm('body', draft.body, (next) => (draft.body = next)) : []),
  ];
}

/** The pairs of an encoded text. Writing replaces one value and leaves the rest as it was typed. */
function heldByForm(from: 'query' | 'body', text: string, write: (text: string) => void): Held[] {
  const parts = text.split('&');
  return parts.flatMap((part, at) => {
    const [pair] = decodeForm(part.trim());
    if (!pair || pair[0] === '') return [];
    const [name] = part.split('=');
    return [
      {
        key: `${from} ${at}`,
        from,
        name: pair[0],
        value: pair[1],
        write: (value: string) => write(parts.with(at, `${name}=${encodeRfc3986(value)}`).join('&')),
      },
    ];
  });
}
