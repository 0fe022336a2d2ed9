/** The request whose base string is written down by hand, and the checks of that text. */
import { encodeRfc3986, signRequest } from '../../engine/inside.ts';

export const said = "Ladies + Gentlemen, it's fun!";
export const encoded = encodeRfc3986(said);

const address = 'https://api.svc.example/2/posts/search/recent';
const request = { method: 'GET', url: `${address}?query=it%27s%20fun&max_results=10`, headers: [] };
const signed = signRequest(
  request,
  { consumer_key: 'key', consumer_secret: '' },
  { nonce: 'n1', timestamp: 1_772_442_000 },
);

/** A request whose one parameter is the text to encode. */
const one = { ...request, url: `${address}?text=${encoded}` };
const signedOne = signRequest(one, { consumer_key: 'k', consumer_secret: '' }, { nonce: 'n', timestamp: 1 });

/** A text to write down, and its form in a base string. */
export interface Written {
  readonly right: string;
  readonly request: typeof request;
  readonly authorization: string;
  /** The base string that contains it, written in this way. */
  readonly baseStringOf: (text: string) => string;
}

const joined = (parameters: string): string =>
  [request.method, address, parameters].map(encodeRfc3986).join('&');

export const encoding: Written = {
  right: encoded,
  request: one,
  authorization: signedOne.authorization,
  baseStringOf: (text) => joined(signedOne.steps.parameterString.replace(encoded, () => text)),
};

export const parameters: Written = {
  right: signed.steps.parameterString,
  request,
  authorization: signed.authorization,
  baseStringOf: joined,
};

export const baseString: Written = {
  right: signed.steps.baseString,
  request,
  authorization: signed.authorization,
  baseStringOf: (text) => text,
};

/** For a call that names no token. */
export const secret = 'j49sk3j29djd';
export const key = `${secret}&`;
