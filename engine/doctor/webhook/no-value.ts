/** Bodies without a value. The mistake says what came, and does not guess. */
import type { Body } from './body.ts';
import { choice, field, section } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { isMarkup } from './lenient-json.ts';
import { kindOf, kindOfValue } from './rules.ts';

const answer = `Answer with a JSON object: {"${field}": "sha256=…"}`;

const noJson: Known = {
  id: 'not-json',
  stage: 'wrapping',
  title: 'Not a JSON object',
  did: 'sent {}',
  wants: 'a JSON object',
  repair: answer,
  source: section('4.3'),
};

const aPage: Known = {
  ...noJson,
  id: 'html-page',
  title: 'A page in place of JSON',
  wants: 'JSON',
  repair: 'Let the receiver itself answer this URL: a page comes from a login, an error or a proxy before it',
};

const compressed: Known = {
  ...noJson,
  id: 'compressed',
  title: 'A compressed body',
  did: 'compressed the body with {}',
  wants: 'JSON as it is',
  repair: 'Send the body uncompressed: the platform asks for no compression',
};

const noField: Known = {
  id: 'field-missing',
  stage: 'field',
  title: 'No such field',
  did: `sent JSON without \`${field}\``,
  wants: `\`${field}\` at the top of the object`,
  repair: answer,
  source: choice('crc'),
};

const notString: Known = {
  id: 'field-not-a-string',
  stage: 'field',
  title: 'The field does not hold a string',
  did: `put {} into \`${field}\``,
  wants: 'a string',
  repair: `Wait for the digest, write it in Base64 and give \`${field}\` the text`,
  source: choice('crc'),
};

/** null if the right field holds a string, which only a computation can judge. */
export function seenIn(body: Body): Made | null {
  if (body.compression !== null) return { known: compressed, detail: body.compression };
  if (body.json !== 'object')
    return body.text !== null && body.json === 'none' && isMarkup(body.text)
      ? { known: aPage, detail: kindOf(body) }
      : { known: noJson, detail: kindOf(body) };
  if (body.value === undefined) return { known: noField };
  return typeof body.value === 'string' ? null : { known: notString, detail: kindOfValue(body.value) };
}
