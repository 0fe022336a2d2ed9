/** The purpose of each part of a request in a sentence, with its section. */
import { keysOf, recordOf } from '../../../../worker/api.ts';
export interface PartExplanation {
  readonly term: string;
  readonly sentence: string;
  /** The section of the specification. */
  readonly section?: string;
  readonly choice?: string;
}

const o1 = '4.1';

const oauth: Readonly<Record<string, Omit<PartExplanation, 'term'>>> = {
  oauth_consumer_key: { sentence: 'The API Key: names the App that calls. It is not secret.', section: o1 },
  oauth_token: {
    sentence:
      'The Access Token: names the user for whom the App calls. Its secret is never sent, only signed with.',
    section: o1,
  },
  oauth_nonce: {
    sentence:
      'A value for this one call, ASCII only. The platform refuses it a second time with the same timestamp.',
    section: o1,
    choice: 'o1-clock',
  },
  oauth_timestamp: {
    sentence:
      'When the call was signed, in epoch seconds. It may be 300 s off the platform’s clock, no more.',
    section: o1,
    choice: 'o1-clock',
  },
  oauth_signature_method: {
    sentence: 'How the signature is made. The platform takes HMAC-SHA1 only.',
    section: o1,
  },
  oauth_signature: {
    sentence:
      'The proof: HMAC-SHA1 over method, address and all parameters, keyed with both secrets, in Base64, percent-encoded. The Signature tab shows how it is made.',
    section: o1,
  },
  oauth_version: { sentence: 'Always 1.0. It may be left out.', section: o1, choice: 'o1-method' },
  oauth_callback: { sentence: 'Where the user returns to after consent, or oob for PIN mode.', section: o1 },
  oauth_verifier: {
    sentence: 'What the user brought back from consent: proves that they agreed.',
    section: o1,
  },
  realm: {
    sentence: 'A protection space (RFC 5849 3.5.1). It is the one parameter here that is not signed.',
  },
};

export function explainParameter(name: string): PartExplanation {
  const known = oauth[name];
  return known
    ? { term: name, ...known }
    : { term: name, sentence: 'Not a parameter that the platform knows. It is signed like the others.' };
}

export function explainScheme(scheme: string): PartExplanation {
  const known = schemes[scheme.toLowerCase()];
  return known
    ? { term: scheme, ...known }
    : { term: scheme, sentence: 'Not a scheme that the platform knows.' };
}

const schemes: Readonly<Record<string, Omit<PartExplanation, 'term'>>> = {
  oauth: {
    sentence: 'OAuth 1.0a: the call is signed. What follows are names and percent-encoded values.',
    section: o1,
  },
  basic: { sentence: 'HTTP Basic: API Key and API Secret, joined by a colon, in Base64.', section: '4.2' },
  bearer: { sentence: 'OAuth 2.0: anyone who holds this token may call. Nothing is signed.', section: '5' },
};

export function explainCredentials(scheme: string): PartExplanation {
  const known = credentials[scheme.toLowerCase()];
  return known ?? { term: 'credentials', sentence: 'Not in a form that the platform can read.' };
}

const credentials: Readonly<Record<string, PartExplanation>> = {
  basic: {
    term: 'key:secret',
    sentence: 'Base64 hides nothing: anybody who reads this line has the API Secret.',
    section: '4.2',
  },
  bearer: {
    term: 'bearer token',
    sentence:
      'Sent as it was given, in its percent-encoded form. Anybody who reads this line can call with it.',
    section: '4.2',
  },
};

/** The other parts of a message. `signed` adds what holds when an OAuth 1.0a signature covers the call. */
export function explainMessage(signed: boolean): Readonly<Record<MessagePlace, PartExplanation>> {
  const tell = (place: MessagePlace): PartExplanation => {
    const { term, sentence, covered, choice } = places[place];
    return signed
      ? { term, sentence: `${sentence} ${covered}`, ...(choice && { choice }) }
      : { term, sentence };
  };
  return recordOf(keysOf(places), tell);
}

interface ExplainedPart {
  readonly term: string;
  readonly sentence: string;
  readonly covered: string;
  readonly choice?: string;
}

const notSigned = 'It is not signed.';

const places = {
  method: place('method', 'The HTTP method.', 'It is signed, in upper case.'),
  path: place('path', 'Which endpoint is called.', 'It is signed as part of the address, without the query.'),
  query: place('query', 'The parameters of the call, percent-encoded.', 'Each is signed.'),
  version: place('version', 'The version of HTTP.', notSigned),
  host: place(
    'Host',
    'The host that the message is for. The client takes it from the URL.',
    'It is signed as part of the address.',
  ),
  length: place(
    'Content-Length',
    'Bytes in the body. The client writes it, so that the reader knows where the message ends.',
    notSigned,
  ),
  type: place(
    'Content-Type',
    'How to read the body.',
    'A form body is signed, one of any other type is not.',
    'o1-collect',
  ),
  field: place('header field', 'A name and a value for the platform.', notSigned),
  form: place(
    'body',
    'Form parameters.',
    'They are signed with those of the query and of the header.',
    'o1-collect',
  ),
  body: place(
    'body',
    'What the endpoint works on.',
    'It is not signed: its type is not a form.',
    'o1-collect',
  ),
};

export type MessagePlace = keyof typeof places;

function place(term: string, sentence: string, covered: string, choice?: string): ExplainedPart {
  return choice === undefined ? { term, sentence, covered } : { term, sentence, covered, choice };
}

export const authorizationField: PartExplanation = {
  term: 'Authorization',
  sentence: 'Who calls, and the proof of it. Its parts follow.',
  section: '5',
};
