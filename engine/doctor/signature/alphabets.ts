/** Mistakes in which characters are escaped, and how (RFC 5849 3.6). A client that escapes wrongly may do so everywhere. */
import { decodeRfc3986 } from '../../http/encoding.ts';
import type { Message } from './received.ts';
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Text, Way } from './stages.ts';

const clause = 'RFC 5849 3.6';

/** A wrong encoder, used everywhere or only in one place. */
const encoder =
  (err: Text): Mistake['ways'] =>
  () => [
    ...everywhereOrInParameters(err),
    { detail: 'when the base string was joined', stages: inBaseString(err) },
  ];

/** An encoder for addresses or forms. Nobody would use it only for the base string. */
const foreignEncoder =
  (err: Text): Mistake['ways'] =>
  () =>
    everywhereOrInParameters(err);

const everywhereOrInParameters = (err: Text): Way[] => [
  { stages: { ...inParameters(err), ...inBaseString(err), encodeSecret: after(err) } },
  { detail: 'in names and values', stages: inParameters(err) },
];

const after =
  (err: Text) =>
  <Given extends readonly unknown[]>(next: (...given: Given) => string) =>
  (...given: Given): string =>
    err(next(...given));

const inParameters = (err: Text): Way['stages'] => ({ encodeName: after(err), encodeValue: after(err) });
const inBaseString = (err: Text): Way['stages'] => ({ encodeString: after(err), encodeUri: after(err) });

/** Undoes the escapes of some characters. */
function leaving(characters: string): Text {
  const plain = new Map(Array.from(characters, (each) => [escapeOf(each.charCodeAt(0)), each]));
  return (encoded) => encoded.replace(/%[0-9A-F]{2}/g, (escape) => plain.get(escape) ?? escape);
}

const escapeOf = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

const tilde: Text = (encoded) => encoded.replaceAll('~', '%7E');
const star = leaving('*');

const beyondAscii = /(?:%[89A-F][0-9A-F])+/g;

/** Other octets for the characters beyond ASCII. Only names and values have such characters. */
const octets =
  (change: (character: string) => string): Text =>
  (encoded) =>
    encoded.replace(beyondAscii, (run) => Array.from(decodeRfc3986(run), change).join(''));

const latin1 = octets((character) => {
  const point = character.codePointAt(0) ?? 0;
  return point < 256 ? escapeOf(point) : '%3F';
});
const questionMarks = octets(() => '%3F');
const twiceUtf8: Text = (encoded) =>
  encoded.replace(/%[89A-F][0-9A-F]/g, (escape) =>
    encodeURIComponent(String.fromCharCode(Number.parseInt(escape.slice(1), 16))),
  );

const mayBeBeyondAscii = ({ parameters, unsigned }: Message): boolean =>
  /[^\0-\x7f]/.test(unsigned) || parameters.some(({ name, value }) => /[^\0-\x7f]/.test(name + value));

export const alphabetMistakes: readonly Mistake[] = [
  {
    id: 'latin-1',
    title: 'Text not encoded in UTF-8',
    clause,
    cause: 'Characters beyond ASCII were signed in another encoding than UTF-8',
    repair: 'encode names and values in UTF-8 before escaping their octets',
    ways: (message) =>
      mayBeBeyondAscii(message)
        ? [
            { detail: 'in Latin-1', stages: inParameters(latin1) },
            { detail: 'as question marks', stages: inParameters(questionMarks) },
          ]
        : [],
  },
  {
    id: 'utf-8-twice',
    title: 'Text encoded in UTF-8 twice',
    clause,
    cause: 'Characters beyond ASCII were signed after being encoded in UTF-8 twice, é as Ã©',
    repair: 'encode text in UTF-8 once: what is read from a database or a file may be UTF-8 already',
    ways: once(inParameters(twiceUtf8), mayBeBeyondAscii),
  },
  {
    id: 'space-as-plus',
    title: 'Space encoded as +',
    clause,
    cause: 'Spaces were encoded as + and not as %20',
    repair: 'encode a space as %20, not with a form encoder',
    ways: encoder((encoded) => encoded.replaceAll('%20', '+')),
  },
  {
    id: 'form-encoder',
    title: 'Encoded with a form encoder',
    clause,
    cause: 'A form encoder was used, which writes a space as +, ~ as %7E, and leaves *',
    repair: 'escape by RFC 3986: after URLEncoder or URLSearchParams turn + to %20, * to %2A and %7E to ~',
    ways: foreignEncoder((encoded) => star(tilde(encoded)).replaceAll('%20', '+')),
  },
  {
    id: 'tilde-encoded',
    title: '~ encoded as %7E',
    clause,
    cause: 'The ~ was encoded as %7E, though it is unreserved, as older encoders do',
    repair: 'leave the ~ as it is: letters, digits, - . _ ~ and nothing else stay unescaped',
    ways: foreignEncoder(tilde),
  },
  {
    id: 'marks-unencoded',
    title: "! ' ( ) * left unencoded",
    clause,
    cause: "The characters ! ' ( ) * were left as they are, as encodeURIComponent does",
    repair: "encode ! ' ( ) * too, as %21 %27 %28 %29 %2A",
    ways: encoder(leaving("!'()*")),
  },
  {
    id: 'slash-unencoded',
    title: '/ left unencoded',
    clause,
    cause: 'The / was left as it is, as Python’s quote does unless told otherwise',
    repair: 'encode the / too, as %2F: in Python, quote(text, safe="~")',
    ways: foreignEncoder(leaving('/')),
  },
  {
    id: 'brackets-unencoded',
    title: '[ ] left unencoded',
    clause,
    cause: 'The characters [ ] were left as they are',
    repair: 'encode [ and ] too, as %5B and %5D',
    ways: foreignEncoder(leaving('[]')),
  },
  {
    id: 'reserved-unencoded',
    title: 'Encoded as an address',
    clause,
    cause: 'Reserved characters were left as they are, as encodeURI does, which is made for whole addresses',
    repair: 'encode each name and value as a component: everything but letters, digits, - . _ ~',
    ways: foreignEncoder(leaving(";,/?:@&=+$#!'()*")),
  },
  {
    id: 'lower-case-hex',
    title: 'Lower-case hex in escapes',
    clause,
    cause: 'Escapes were written in lower case, %2f for %2F',
    repair: 'write the hex digits of escapes in upper case',
    ways: encoder((encoded) => encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  },
];
