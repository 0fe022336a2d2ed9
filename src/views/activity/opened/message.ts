/** Both messages of an exchange as HTTP/1.1 would write them, for display. */
import { isClosed, splitUrl } from '../../../../worker/api.ts';
import type { Exchange, HeaderList } from '../../../../worker/api.ts';
import { statusLine } from '../../../exchange/status-line.ts';
import { mask } from '../../../parts/mask.ts';

export interface Head {
  readonly first: string;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly value: string;
  /** Whether a secret is masked in it. */
  readonly isMasked: boolean;
}

/** A bearer token, or key and secret of an App, let anyone act; an OAuth 1.0a signature works only once. */
const bare = /^(Bearer|Basic)(\s+)(.+)$/is;

const fieldsOf = (headers: HeaderList, showsSecrets: boolean): Field[] =>
  headers.map(([name, value]) => {
    const [, scheme = '', space = '', secret] =
      name.toLowerCase() === 'authorization' ? (bare.exec(value) ?? []) : [];
    return secret === undefined || showsSecrets
      ? { name, value, isMasked: secret !== undefined }
      : { name, value: scheme + space + mask(secret), isMasked: true };
  });

export function requestHead({ request }: Pick<Exchange, 'request'>, showsSecrets: boolean): Head {
  const url = splitUrl(request.url);
  const target = url ? `${url.path || '/'}${url.query && `?${url.query}`}` : request.url;
  const host: Field[] = url
    ? [{ name: 'Host', value: url.port ? `${url.host}:${url.port}` : url.host, isMasked: false }]
    : [];
  const fields = fieldsOf(request.headers, showsSecrets);
  const isGiven = fields.some(({ name }) => name.toLowerCase() === 'host');
  return { first: `${request.method} ${target} HTTP/1.1`, fields: isGiven ? fields : [...host, ...fields] };
}

/** null if the connection was closed without a response. */
export const answerHead = ({ outcome }: Pick<Exchange, 'outcome'>): Head | null =>
  isClosed(outcome)
    ? null
    : { first: `HTTP/1.1 ${statusLine(outcome.status)}`, fields: fieldsOf(outcome.headers, true) };

/** The parameters of an OAuth header, one per line; other values unchanged. */
export const piecesOf = ({ name, value }: Field): readonly string[] =>
  name.toLowerCase() === 'authorization' && /^OAuth /i.test(value)
    ? value.split(/(?<=,)\s+|(?<=^OAuth)\s+/i)
    : [value];
