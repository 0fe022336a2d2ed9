import { decodeForm } from '../../worker/api.ts';
import { isJson } from './json.ts';

export const ways = ['Pretty', 'Raw', 'Tree'] as const;
export type BodyLayout = (typeof ways)[number];

/** The kind of a body: by its content, where its type allows that. */
export type BodyKind = 'empty' | 'json' | 'form' | 'page' | 'text';

export function bodyKind(contentType: string, body: string): BodyKind {
  if (body === '') return 'empty';
  const [type = ''] = contentType.split(';');
  const essence = type.trim().toLowerCase();
  if (/[/+]json$/.test(essence)) return isJson(body) ? 'json' : 'text';
  if (essence === 'text/html') return 'page';
  // choice: o1-request-token. Token answers are forms, whatever a listing calls them (specification 2.2, 4).
  return essence === 'application/x-www-form-urlencoded' ? 'form' : 'text';
}

export const allowed: Readonly<Record<BodyKind, readonly BodyLayout[]>> = {
  empty: ['Raw'],
  json: ways,
  form: ['Pretty', 'Raw'],
  page: ['Raw'],
  text: ['Raw'],
};

/** Why a view of the body is missing, in words. */
export const missing: Readonly<Record<BodyKind, string>> = {
  empty: '',
  json: '',
  form: 'Names and values have no tree.',
  page: 'A page for a browser: this is its source.',
  text: 'Not JSON, so it has no tree.',
};

export const formRows = (body: string): [name: string, value: string][] => decodeForm(body);
