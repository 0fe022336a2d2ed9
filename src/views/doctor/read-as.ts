import { counted } from '../../parts/counted.ts';
import type { DiagnosisForm } from './diagnosis-form.svelte.ts';

const named: Readonly<Record<string, string>> = { 'raw message': 'a raw message', HAR: 'an entry of HAR' };

/** "Read as curl", and "bash quoting, 1 header, no body, 412 characters". */
export function readAs({ pasted }: DiagnosisForm): { readonly what: string; readonly how: string } {
  if (pasted.kind === 'kept')
    return { what: 'Kept across the reload', how: 'its fields, without secrets, tokens and signatures' };
  const length = counted(pasted.text.length, 'character');
  if (pasted.kind === 'header') return { what: 'Read as an Authorization header', how: length };
  const { headers, body } = pasted.call;
  const parts = [
    pasted.how,
    headers.length === 0 ? 'no headers' : counted(headers.length, 'header'),
    body === null ? 'no body' : `a body of ${counted(body.length, 'character')}`,
    ...(pasted.from === 'HAR' ? [] : [length]),
  ];
  return {
    what: `Read as ${named[pasted.from] ?? pasted.from}`,
    how: parts.filter((each) => each !== null).join(', '),
  };
}
