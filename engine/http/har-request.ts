/** A request as HAR 1.2 has it, for the export of the log and for requests that were not sent yet. */
import { decodeForm, isForm } from './encoding.ts';

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HarPair[];
  readonly cookies: readonly HarPair[];
  /** null for none. `isBase64`: the text is the Base64 of a body that is not UTF-8. */
  readonly body: { readonly mimeType: string; readonly text: string; readonly isBase64: boolean } | null;
  /** The size of the body in bytes. */
  readonly size: number;
}

export const harPairs = (list: readonly (readonly [name: string, value: string])[]): HarPair[] =>
  list.map(([name, value]) => ({ name, value }));

export const harRequest = ({ method, url, headers, cookies, body, size }: WrittenRequest): object => ({
  ...{ method, url, httpVersion: 'HTTP/1.1', headers, cookies },
  queryString: url.includes('?') ? pairsIn(url.slice(url.indexOf('?') + 1)) : [],
  ...(body && { postData: postDataOf(body) }),
  headersSize: -1,
  bodySize: size,
});

/** The response of a request without an answer. */
export const noHarResponse = {
  ...{ status: 0, statusText: '', httpVersion: 'HTTP/1.1', headers: [], cookies: [], redirectURL: '' },
  content: { size: 0, mimeType: 'x-unknown' },
  ...{ headersSize: -1, bodySize: -1 },
};

function postDataOf({ mimeType, text, isBase64 }: NonNullable<WrittenRequest['body']>): object {
  if (isBase64) return { mimeType, params: [], text, encoding: 'base64', comment: 'In Base64.' };
  return { mimeType, params: isForm(mimeType) ? pairsIn(text) : [], text };
}

const pairsIn = (encoded: string): HarPair[] => harPairs(decodeForm(encoded));
