/** Mistakes of encoding (RFC 5849 3.4.1.3.2 and 3.6). Those that change an alphabet come first. */
import { instead, once } from './mistake.ts';
import type { Mistake } from './mistake.ts';

type Text = (text: string) => string;

/** An encoder that errs does so everywhere, or only where it is used. */
function encoder(err: Text): Mistake['ways'] {
  const erring =
    (next: Text): Text =>
    (value) =>
      err(next(value));
  return () => [
    {
      stages: { encodeParameter: erring, encodeString: erring, encodeUri: erring, encodeSecret: erring },
    },
    { detail: 'in names and values', stages: { encodeParameter: erring } },
    { detail: 'when the base string was joined', stages: { encodeString: erring, encodeUri: erring } },
  ];
}

const same: Text = (value) => value;
const twice =
  (next: Text): Text =>
  (value) =>
    next(next(value));

export const encodingMistakes: readonly Mistake[] = [
  {
    id: 'space-as-plus',
    title: 'Space encoded as +',
    clause: 'RFC 5849 3.6',
    cause: 'Spaces were encoded as + and not as %20',
    repair: 'encode a space as %20, not with a form encoder',
    ways: encoder((value) => value.replaceAll('%20', '+')),
  },
  {
    id: 'marks-unencoded',
    title: "! ' ( ) * left unencoded",
    clause: 'RFC 5849 3.6',
    cause: "The characters ! ' ( ) * were left as they are, as encodeURIComponent does",
    repair: "encode ! ' ( ) * too, as %21 %27 %28 %29 %2A",
    ways: encoder((value) =>
      value.replace(/%(?:21|27|28|29|2A)/gi, (escape) =>
        String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
      ),
    ),
  },
  {
    id: 'lower-case-hex',
    title: 'Lower-case hex in escapes',
    clause: 'RFC 5849 3.6',
    cause: 'Escapes were written in lower case, %2f for %2F',
    repair: 'write the hex digits of escapes in upper case',
    ways: encoder((value) => value.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  },
  {
    id: 'parameters-unencoded',
    title: 'Names and values not encoded',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'Names and values were joined as they are, so that they were encoded once and not twice',
    repair: 'encode every name and value before joining them, and the joined string once more',
    ways: once({ encodeParameter: instead<'encodeParameter'>(same) }),
  },
  {
    id: 'parameter-string-unencoded',
    title: 'Parameter string not encoded again',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The joined parameters went into the base string without being encoded once more',
    repair: 'encode the joined parameters as a whole before they go into the base string',
    ways: () => [
      { stages: { encodeString: instead<'encodeString'>(same) } },
      {
        detail: 'the URI neither',
        stages: { encodeString: instead<'encodeString'>(same), encodeUri: instead<'encodeUri'>(same) },
      },
    ],
  },
  {
    id: 'encoded-thrice',
    title: 'Encoded once too often',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'Parameters were encoded three times and not twice',
    repair: 'start from decoded names and values, encode them once, join them, and encode the whole once',
    ways: () => [
      { detail: 'names and values twice', stages: { encodeParameter: twice } },
      { detail: 'the joined string twice', stages: { encodeString: twice } },
    ],
  },
];
