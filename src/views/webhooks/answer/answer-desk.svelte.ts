import { utf8 } from '../../../../worker/api.ts';
import type {
  CrcDiagnosis,
  CrcQuestion,
  SignatureDiagnosis,
  SignatureQuestion,
} from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import { exampleChallenge, exampleDelivery } from './examples.ts';
import { keysIn } from '../vault/app-keys.ts';
import type { AppKeys } from '../vault/app-keys.ts';
import { knownValues } from './known-values.ts';
import { isWholeAnswer, readWholeAnswer, readWholeDelivery, signatureIn } from './whole-answer.ts';

export type AnswerMode = 'challenge' | 'delivery';

/**
 * The most bytes of an answer's and of a delivery's body, and the most characters of other fields. Every known mistake
 * is computed over a delivery's whole body, so the limit keeps the page from hanging for more than half a second.
 */
export const bounds = { body: 262_144, delivery: 65_536, field: 8_192 };

export type AnswerQuestion =
  | { readonly mode: 'challenge'; readonly question: CrcQuestion; readonly size: number }
  | { readonly mode: 'delivery'; readonly question: SignatureQuestion; readonly size: number };

export type AnswerDiagnosis =
  | { readonly mode: 'challenge'; readonly diagnosis: CrcDiagnosis }
  | { readonly mode: 'delivery'; readonly diagnosis: SignatureDiagnosis };

/** The text typed about the person's own receiver: kept in memory only, until the page closes. */
export class AnswerDesk implements OutlivesState {
  readonly #session: PageSession;
  mode = $state<AnswerMode>('challenge');
  secret = $state('');
  apiKey = $state('');
  /** More secrets, one per line. */
  others = $state('');
  token = $state('');
  url = $state('');
  status = $state('');
  ms = $state('');
  contentType = $state('');
  body = $state('');
  /** The body of a delivery. */
  raw = $state('');
  computed = $state('');
  language = $state('node');
  /** Announced once after a paste. */
  said = $state('');
  told = $state.raw<AnswerDiagnosis | null>(null);
  /** Headers of a pasted answer that have no field here, as lines. */
  #headers = $state('');
  #pastes = 0;

  readonly asked: AnswerQuestion | null = $derived.by(() => this.#ask());
  /** What is missing for a diagnosis. */
  readonly lacks: readonly string[] = $derived.by(() => this.#lacking());
  /** The fields that are too long to be read. */
  readonly tooLong: readonly string[] = $derived.by(() => this.#tooLong());
  /** The values that a report must not contain. */
  readonly secrets: readonly string[] = $derived.by(() => this.#secrets());

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** The typed text belongs to the person: it stays. */
  stateReplaced(): void {
    this.said = '';
  }

  /** The App in use, if the vault has its keys. */
  get app(): string | null {
    return this.#keys?.appName ?? null;
  }

  get #keys(): AppKeys | undefined {
    return keysIn(this.#session.world.vault).find(({ appId }) => appId === this.#session.app?.id);
  }

  fillIn(): void {
    if (!this.#keys) return;
    this.secret = this.#keys.secret;
    this.apiKey = this.#keys.key;
  }

  /** Whether a paste contains more than one field, and is read as a whole. */
  takes(pasted: string): boolean {
    if (pasted.length > bounds.body) return false;
    return this.mode === 'challenge' ? isWholeAnswer(pasted) : readWholeDelivery(pasted) !== null;
  }

  /** Fills the fields from a whole answer or a whole delivery, or else the body. */
  async take(pasted: string): Promise<void> {
    const paste = ++this.#pastes;
    if (this.mode === 'delivery') return this.#takeDelivery(pasted);
    if (!this.takes(pasted)) {
      this.body = pasted;
      this.said = 'The body was read.';
      return;
    }
    const answer = await readWholeAnswer(pasted);
    if (paste !== this.#pastes) return;
    this.status = answer.status === null ? '' : String(answer.status);
    this.contentType = answer.contentType ?? '';
    this.#headers = [
      ['Location', answer.location],
      ['Content-Encoding', answer.contentEncoding],
    ]
      .map(([name, value]) => (value ? `${name}: ${value}\n` : ''))
      .join('');
    this.body = answer.body;
    if (answer.token !== undefined) this.token = answer.token;
    if (answer.url !== undefined) this.url = answer.url;
    const filled = ['status', 'content type', 'body', ...(answer.token === undefined ? [] : ['crc_token'])];
    this.said = `A whole answer was read: ${filled.slice(0, -1).join(', ')} and ${filled.at(-1)}.`;
  }

  #takeDelivery(pasted: string): void {
    const delivery = readWholeDelivery(pasted);
    this.raw = delivery?.body ?? pasted;
    if (delivery?.signature !== undefined) this.computed = delivery.signature;
    this.said =
      delivery?.signature === undefined
        ? 'The body was read.'
        : 'A whole delivery was read: body and signature.';
  }

  /** Fills in an answer, or a signature, with a frequent mistake. */
  example(): void {
    if (this.mode === 'challenge') Object.assign(this, exampleChallenge());
    else Object.assign(this, exampleDelivery());
    this.#headers = '';
    this.said = 'An example was filled in.';
  }

  clear(): void {
    this.secret = this.apiKey = this.others = '';
    this.token = this.url = this.status = this.ms = this.contentType = this.body = '';
    this.raw = this.computed = this.#headers = '';
    this.said = 'Everything was cleared.';
  }

  get isEmpty(): boolean {
    const { secret, apiKey, others, token, url, status, ms, contentType, body, raw, computed } = this;
    return (
      `${secret}${apiKey}${others}${token}${url}${status}${ms}${contentType}${body}${raw}${computed}` === ''
    );
  }

  #ask(): AnswerQuestion | null {
    if (this.lacks.length > 0 || this.tooLong.length > 0) return null;
    const { secret } = this;
    const known = knownValues(this.#session.world.vault, this);
    if (this.mode === 'delivery') {
      const body = utf8(this.raw);
      const computed = signatureIn(this.computed);
      return { mode: 'delivery', question: { body, secret, computed, known }, size: body.length };
    }
    const url = this.url.trim();
    const ms = numberIn(this.ms);
    const question: CrcQuestion = {
      token: this.token.trim(),
      secret,
      answer: this.#answer(),
      known,
      ...(url === '' ? {} : { url }),
      ...(ms === null ? {} : { ms }),
    };
    return { mode: 'challenge', question, size: this.body.length };
  }

  #answer(): CrcQuestion['answer'] {
    const status = numberIn(this.status);
    const contentType = this.contentType.trim();
    const line = status === null ? '' : `HTTP/1.1 ${status}\n`;
    const head = this.#headers === '' ? '' : `${line}${this.#headers}\n`;
    return {
      kind: 'pasted',
      text: head + this.body,
      ...(status === null ? {} : { status }),
      ...(contentType === '' ? {} : { contentType }),
    };
  }

  #lacking(): string[] {
    const secret = this.secret === '' ? ['the consumer secret'] : [];
    if (this.mode === 'delivery')
      return [
        ...(this.raw === '' ? ['the body'] : []),
        ...secret,
        ...(this.computed.trim() === '' ? ['a signature'] : []),
      ];
    const isAnswered = this.body !== '' || this.status.trim() !== '';
    return [
      ...(this.token.trim() === '' ? ['the token'] : []),
      ...secret,
      ...(isAnswered ? [] : ['an answer: its body or its status']),
    ];
  }

  #tooLong(): string[] {
    const { token, url, secret, apiKey, contentType, computed } = this;
    const isChallenge = this.mode === 'challenge';
    const body = isChallenge ? this.body : this.raw;
    const fields = [secret, apiKey, ...(isChallenge ? [token, url, contentType] : [computed])];
    const most = isChallenge ? bounds.body : bounds.delivery;
    return [
      ...(isLarge(body, most) ? [`The body has more than ${most / 1_024} KiB: it is not read.`] : []),
      ...(isLarge(this.others, bounds.delivery)
        ? ['The further secrets have more than 64 KiB: they are not read.']
        : []),
      ...(fields.some(({ length }) => length > bounds.field)
        ? [`A field has more than ${figure(bounds.field)} characters: it is not read.`]
        : []),
    ];
  }

  #secrets(): string[] {
    const { otherSecrets = [], ...named } = knownValues(this.#session.world.vault, this);
    const singly = Object.values(named).filter((each) => typeof each === 'string');
    return [this.secret, ...singly, ...otherSecrets.map(({ value }) => value)].filter((each) => each !== '');
  }
}

const isLarge = (text: string, most: number): boolean =>
  text.length > most || (text.length > most / 3 && utf8(text).length > most);

/** A typed whole number; null for other text. */
function numberIn(typed: string): number | null {
  const found = /^\s*(\d{1,9})\s*(?:ms)?\s*$/.exec(typed)?.[1];
  return found === undefined ? null : Number(found);
}
