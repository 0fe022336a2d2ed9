import type { CodeMark } from '../../../code/lines.ts';

/** The step of the signature, out of five, that a part belongs to. */
const steps: Readonly<Record<CodeMark, 1 | 3 | 4>> = { Q: 1, B: 1, O: 1, M: 3, U: 3, K: 4 };
export const stepOf = (mark: CodeMark): 1 | 3 | 4 => steps[mark];

export const wordsOf: Readonly<Record<CodeMark, string>> = {
  M: 'The base string begins with the method: step 3 of the signature',
  U: 'The address: step 3 of the signature',
  Q: 'Parameters of the query: step 1 of the signature',
  B: 'Parameters of the body: step 1 of the signature',
  O: 'Parameters of the header: step 1 of the signature',
  K: 'The signing key, made of secrets: step 4 of the signature',
};

const ofEveryCall = new Set([
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_token',
  'oauth_version',
]);

/** Whether every signed call has this protocol parameter (RFC 5849 3.1). */
export const isOfEveryCall = (name: string): boolean => ofEveryCall.has(name);
