/** What the doctor of challenges and of delivery signatures is asked, and what it answers. Plain, clonable data. */
import type { SendResult } from '../../http/send.ts';

/** A challenge and what came for it. */
export interface CrcQuestion {
  /** The value of `crc_token`, as it stands in the query. */
  readonly token: string;
  /** The App's consumer secret. */
  readonly secret: string;
  /** Where the platform asked, with `crc_token`; without it nothing is tried that was made of the URL. */
  readonly url?: string;
  readonly answer: SendResult | PastedAnswer;
  /** How long the answer took. */
  readonly ms?: number;
  readonly known?: KnownValues;
}

/** What somebody copied of their receiver's answer: its body, or all of it with its headers, as `curl -i` shows it. */
export interface PastedAnswer {
  readonly kind: 'pasted';
  readonly text: string;
  /** Of these two, those of the text itself count first. */
  readonly status?: number;
  readonly contentType?: string;
}

/** A delivery, and the signature that somebody computed for it. */
export interface SignatureQuestion {
  /** The bytes that came. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly computed: string;
  readonly known?: KnownValues;
}

/** What may have been used in the place of something else. What is absent is not tried. */
export interface KnownValues {
  readonly apiKey?: string;
  readonly bearer?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly accessToken?: string;
  readonly accessTokenSecret?: string;
  /** Secrets of other Apps, and earlier ones of this App; at most 64, beyond 16 only tried alone. */
  readonly otherSecrets?: readonly LabelledSecret[];
  /** Tokens of earlier challenges; at most 64, beyond 16 only tried alone. */
  readonly earlierTokens?: readonly string[];
}

export interface LabelledSecret {
  /** As it is said: "the secret of Northwind Writer". */
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
 * `failed`: the platform refuses the answer for it; `unreached`: it cannot be seen in what came, or was not given;
 * `advice`: it is no rule, and better otherwise.
 */
export type RuleState = 'ok' | 'failed' | 'unreached' | 'advice';

export interface RuleRow {
  readonly id: RuleId;
  /** "Prefix". That of the value says what is wrong with it: Value, Key, Signed text or Digest. */
  readonly title: string;
  readonly state: RuleState;
  readonly wanted: string;
  /** null where nothing of it can be seen. */
  readonly came: string | null;
  readonly source: Source;
}

/** From how it was sent back to what it was made with. */
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

/** One thing that was done otherwise. */
export interface MistakePart {
  readonly id: string;
  readonly stage: Stage;
  /** "Hex in place of Base64". */
  readonly title: string;
  /** A sentence on what to change. */
  readonly repair: string;
  readonly source: Source;
  /** Where a receiver in JavaScript may have done it; the first that is found in its code. */
  readonly hints: readonly CodeHint[];
}

/** A place in code, and what it should be. */
export interface CodeHint {
  /** Source of a regular expression, to be looked for line by line. */
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
   * `computation`: these mistakes together give exactly what came; `sight`: what came is no value that could be
   * computed (no answer, another status, a page), which is all that is said.
   */
  readonly by: 'computation' | 'sight';
  /** "You sent hex, the platform wants Base64", without a full stop. */
  readonly sentence: string;
  /** The two under each other: values, or bodies where the value was sent in another one. */
  readonly wanted: string;
  readonly came: string;
  /** Between the two; null where they are words. */
  readonly difference: ValueDifference | null;
  /** Sentences on what need not be looked at. */
  readonly right: readonly string[];
  /** A sentence. */
  readonly repair: string;
}

export interface ValueDifference {
  /** In UTF-16 code units, from 0. */
  readonly index: number;
  /** How many places differ. */
  readonly count: number;
}

/**
 * - `gives`: it is part of what gives the value that came.
 * - `differs`: another value.
 * - `same`: it changes nothing here, as decoding does where nothing is encoded.
 * - `unknown`: what it would be tried with is not known.
 */
export type TriedOutcome = 'gives' | 'differs' | 'same' | 'unknown';

export interface Tried {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  readonly outcome: TriedOutcome;
}

/** `unknown`: a value came, and none of the known mistakes gives it. */
export type CrcDiagnosisVerdict = 'right' | 'explained' | 'unknown';

interface Found {
  readonly verdict: CrcDiagnosisVerdict;
  readonly mistake: WebhookMistake | null;
  /** Other mistakes, as few, that give the same: none can be preferred by computation. */
  readonly equal: readonly WebhookMistake[];
  /** Every known mistake of a value; empty when none came. */
  readonly tried: readonly Tried[];
}

export interface CrcDiagnosis extends Found {
  /** In the order of the check. */
  readonly rules: readonly RuleRow[];
  /** The right value of `response_token`. */
  readonly answer: string;
  /** What is dangerous in the answer, whether it is right or not, as sentences; null for nothing. */
  readonly warning: string | null;
}

export interface SignatureDiagnosis extends Found {
  /** The right value of the header. */
  readonly answer: string;
}
