/** The questions and answers of the doctor of challenges and delivery signatures. Plain, clonable data. */
import type { SendResult } from '../../http/send.ts';

/** A challenge and the answer to it. */
export interface CrcQuestion {
  /** The value of `crc_token`, as it is in the query. */
  readonly token: string;
  /** The App's consumer secret. */
  readonly secret: string;
  /** The URL of the challenge, with `crc_token`. Without it, no mistakes that sign the URL are tried. */
  readonly url?: string;
  readonly answer: SendResult | PastedAnswer;
  /** How long the answer took. */
  readonly ms?: number;
  readonly known?: KnownValues;
}

/** A copied answer of a receiver: its body, or all of it with its headers, as `curl -i` shows it. */
export interface PastedAnswer {
  readonly kind: 'pasted';
  readonly text: string;
  /** Status and content type in the text take precedence over these two. */
  readonly status?: number;
  readonly contentType?: string;
}

/** A delivery, and the signature that a person computed for it. */
export interface SignatureQuestion {
  /** The received bytes. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly computed: string;
  readonly known?: KnownValues;
}

/** Values that may have been used by mistake. Missing ones are not tried. */
export interface KnownValues {
  readonly apiKey?: string;
  readonly bearer?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly accessToken?: string;
  readonly accessTokenSecret?: string;
  /** Secrets of other Apps, and earlier ones of this App. At most 64; those beyond 16 are only tried alone. */
  readonly otherSecrets?: readonly LabelledSecret[];
  /** Tokens of earlier challenges. At most 64; those beyond 16 are only tried alone. */
  readonly earlierTokens?: readonly string[];
}

export interface LabelledSecret {
  /** Its name in sentences, such as "the secret of Northwind Writer". */
  readonly label: string;
  readonly value: string;
}

/** A section of the specification, or a choice. */
export interface Source {
  readonly kind: 'section' | 'choice';
  readonly id: string;
}

export type RuleId =
  | 'answered'
  | 'time'
  | 'status'
  | 'content-type'
  | 'json'
  | 'field'
  | 'prefix'
  | 'encoding'
  | 'value';

/**
 * `failed`: the platform refuses the answer because of it; `unreached`: what came does not show it, or it was not
 * given; `advice`: it is not a rule, but should be different.
 */
export type RuleState = 'ok' | 'failed' | 'unreached' | 'advice';

export interface RuleRow {
  readonly id: RuleId;
  /** Such as "Prefix". The title of the value says what is wrong with it: Value, Key, Signed text or Digest. */
  readonly title: string;
  readonly state: RuleState;
  readonly wanted: string;
  /** null if it cannot be seen. */
  readonly came: string | null;
  readonly source: Source;
}

/** The stages of a value, from how it was sent back to its key. */
export type Stage =
  | 'transport'
  | 'wrapping'
  | 'field'
  | 'value'
  | 'prefix'
  | 'encoding'
  | 'digest'
  | 'message'
  | 'key';

/** One thing that was done differently. */
export interface MistakePart {
  readonly id: string;
  readonly stage: Stage;
  /** Such as "Hex in place of Base64". */
  readonly title: string;
  /** A sentence that says what to change. */
  readonly repair: string;
  readonly source: Source;
  /** Where the code of a JavaScript receiver may have done it. The first hint that matches counts. */
  readonly hints: readonly CodeHint[];
}

/** A pattern in code, and its replacement. */
export interface CodeHint {
  /** Source of a regular expression, which is searched line by line. */
  readonly find: string;
  /** For `String.prototype.replace`. */
  readonly replace: string;
}

/** Line `line` of some code, from 1, before and after a repair. */
export interface ChangedLine {
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

export interface WebhookMistake {
  /** In the order of the stages. */
  readonly parts: readonly MistakePart[];
  /**
   * `computation`: these mistakes together give exactly what came; `sight`: what came cannot be a computed value (no
   * answer, another status, a page), so the mistake only says that.
   */
  readonly by: 'computation' | 'sight';
  /** "You sent hex, the platform wants Base64", without a full stop. */
  readonly sentence: string;
  /** The wanted and the received text: values, or bodies if the value was sent in a different body. */
  readonly wanted: string;
  readonly came: string;
  /** The difference between the two; null if they are words. */
  readonly difference: ValueDifference | null;
  /** Sentences about what is right. */
  readonly right: readonly string[];
  /** What to change, as a sentence. */
  readonly repair: string;
}

export interface ValueDifference {
  /** In UTF-16 code units, from 0. */
  readonly index: number;
  /** How many characters differ. */
  readonly count: number;
}

/**
 * - `gives`: it is part of what gives the received value.
 * - `differs`: it gives another value.
 * - `same`: it changes nothing here, as decoding does where nothing is encoded.
 * - `unknown`: the value that it needs is not known.
 */
export type TriedOutcome = 'gives' | 'differs' | 'same' | 'unknown';

export interface Tried {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  readonly outcome: TriedOutcome;
}

/** `unknown`: none of the known mistakes gives the received value. */
export type CrcDiagnosisVerdict = 'right' | 'explained' | 'unknown';

interface Found {
  readonly verdict: CrcDiagnosisVerdict;
  readonly mistake: WebhookMistake | null;
  /** Other sets of equally few mistakes that give the same value. Computation cannot prefer one. */
  readonly equal: readonly WebhookMistake[];
  /** Every known mistake of a value; empty if none came. */
  readonly tried: readonly Tried[];
}

export interface CrcDiagnosis extends Found {
  /** In the order of the check. */
  readonly rules: readonly RuleRow[];
  /** The right value of `response_token`. */
  readonly answer: string;
  /** Sentences about dangers in the answer, right or wrong; null if there are none. */
  readonly warning: string | null;
}

export interface SignatureDiagnosis extends Found {
  /** The right value of the header. */
  readonly answer: string;
}
