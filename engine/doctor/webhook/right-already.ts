/** What the computation has shown to be right, so that nobody needs to check it. */
import type { Made } from './mistake.ts';
import type { Stage } from './types.ts';

const ofChallenge: readonly (readonly [Stage, string])[] = [
  ['wrapping', 'The body is a JSON object.'],
  ['field', 'The field is `response_token`.'],
  ['prefix', 'The prefix is sha256=.'],
  ['encoding', 'The digest is written in Base64.'],
  ['digest', 'The digest is HMAC-SHA256.'],
  ['message', 'The signed text is the value of `crc_token`.'],
  ['key', 'The key is the consumer secret.'],
];

const ofDelivery: readonly (readonly [Stage, string])[] = [
  ['encoding', 'The digest is written in Base64.'],
  ['digest', 'The digest is HMAC-SHA256.'],
  ['message', 'The signed text is the received bytes.'],
  ['key', 'The key is the consumer secret.'],
];

const readAs: Readonly<Record<string, string>> = {
  hex: 'hex',
  base64url: 'Base64url',
  'padding-lost': 'Base64 without padding',
  'base64-of-hex': 'the Base64 of hex',
  'base64-twice': 'Base64 twice over',
  'hex-separated': 'hex',
  'byte-numbers': 'numbers',
};

/** What is right beside mistakes that explain what came. */
export function rightBeside(made: readonly Made[], of: 'challenge' | 'delivery'): string[] {
  const wrong = new Set(made.map(({ known }) => known.stage));
  const isDigest = made.every(({ known }) => !known.isNoDigest);
  const hasPrefix = made.every(({ known }) => known.id !== 'bytes-in-json');
  const as = made.map(({ known }) => readAs[known.id]).find((each) => each !== undefined);
  const isSame = !(['digest', 'message', 'key'] as const).some((each) => wrong.has(each));
  const statements = (of === 'challenge' ? ofChallenge : ofDelivery).filter(
    ([stage]) =>
      !wrong.has(stage) &&
      (isDigest || stage === 'wrapping' || stage === 'field') &&
      (hasPrefix || stage !== 'prefix'),
  );
  return [
    ...(as && isSame ? [`Read as ${as}, what came is the same 32 bytes.`] : []),
    ...statements.map(([, sentence]) => sentence),
  ];
}
