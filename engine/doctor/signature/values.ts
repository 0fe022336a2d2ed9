/** Mistakes by which the signed value differs from the sent one (RFC 5849 3.4.1.3.1). */
import { decodeRfc3986, encodeRfc3986 } from '../../http/encoding.ts';
import type { Parameter } from '../../auth/signature.ts';
import { collect } from './collecting.ts';
import type { Mistake } from './mistake.ts';
import type { Message } from './received.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.3.1';

type Change = (parameter: Parameter) => Parameter;

/**
 * Ways to sign other values. Those that change nothing are ignored, unless another mistake may add values that they
 * change.
 */
const signing =
  (
    mayComeMore: (message: Message) => boolean,
    ...changes: readonly (readonly [change: Change, detail?: string])[]
  ): Mistake['ways'] =>
  (message) =>
    changes
      .filter(
        ([change]) => mayComeMore(message) || message.parameters.some((each) => differs(change(each), each)),
      )
      .map(([change, detail]): Way => ({
        ...(detail !== undefined && { detail }),
        stages: collect((all) => all.map(change)),
      }));

const differs = (one: Parameter, other: Parameter): boolean =>
  one.name !== other.name || one.value !== other.value;

/** Another mistake may have signed the body. */
const hasUnsignedBody = ({ unsigned }: Message): boolean => unsigned !== '';
const never = (): boolean => false;

const text =
  (change: (text: string) => string): Change =>
  ({ name, value, from }) => ({ name: change(name), value: change(value), from });
const valueOf =
  (name: string, change: (value: string) => string): Change =>
  (each) =>
    each.name === name ? { ...each, value: change(each.value) } : each;

const seconds = (by: number): Change =>
  valueOf('oauth_timestamp', (value) => (/^\d{1,15}$/.test(value) ? String(Number(value) + by) : value));

const falsy = /^(?:false|0|null|undefined)$/;

export const valueMistakes: readonly Mistake[] = [
  {
    id: 'falsy-as-empty',
    title: 'false and 0 signed as empty',
    clause,
    cause: 'A value that the language treats as false was signed as an empty one',
    repair: 'turn values into text before asking whether there is one: `false` and `0` are values',
    ways: signing(hasUnsignedBody, [
      (each) => (each.from !== 'header' && falsy.test(each.value) ? { ...each, value: '' } : each),
    ]),
  },
  {
    id: 'line-ends-changed',
    title: 'Line ends changed',
    clause,
    cause: 'A text of several lines was signed with different line ends from those that are sent',
    repair: 'choose one line end before signing, and send that: browsers send forms with CR LF',
    ways: signing(
      hasUnsignedBody,
      [text((each) => each.replaceAll('\r\n', '\n')), 'LF for CR LF'],
      [text((each) => each.replace(/\r?\n/g, '\r\n')), 'CR LF for LF'],
    ),
  },
  {
    id: 'unicode-normalised',
    title: 'Unicode in another normal form',
    clause,
    cause: 'Characters were signed in a different normal form of Unicode from the one that is sent',
    repair: 'normalise text before signing, or not at all, so that é is sent as it is signed',
    ways: signing(
      hasUnsignedBody,
      [text((each) => each.normalize('NFC')), 'composed'],
      [text((each) => each.normalize('NFD')), 'decomposed'],
    ),
  },
  {
    id: 'callback-encoded-twice',
    title: 'Callback encoded twice',
    clause: 'RFC 5849 2.1 and 3.4.1.3.1',
    cause: '`oauth_callback` was encoded before it was passed to something that encodes it',
    repair:
      'pass the callback on unencoded: it is encoded where it is signed and where the header is written',
    ways: signing(
      never,
      [valueOf('oauth_callback', encodeRfc3986), 'once more than it was sent'],
      [valueOf('oauth_callback', decodeRfc3986), 'sent once more than it was signed'],
    ),
  },
  {
    id: 'header-form-encoded',
    title: 'Header written with a form encoder',
    clause: 'RFC 5849 3.5.1',
    cause: 'The header was written with a form encoder, so that a space arrived as +',
    repair: 'percent-encode the values of the header: a space is %20 there',
    ways: signing(
      ({ form }) => form === '',
      [(each) => (each.from === 'header' ? { ...each, value: each.value.replaceAll('+', ' ') } : each)],
    ),
  },
  {
    id: 'timestamp-taken-twice',
    title: 'Clock read twice',
    clause: 'RFC 5849 3.3',
    cause: 'The clock was read once for the signature and once for the header',
    repair: 'take timestamp and nonce once, and use the same ones for both',
    ways: signing(
      never,
      [seconds(-1), 'a second earlier was signed'],
      [seconds(1), 'a second later was signed'],
    ),
  },
];
