/** The questions and answers of the Signature doctor. Plain, clonable data. */
import type { HttpRequest } from '../../http/messages.ts';
import type { SignatureMethod } from './methods.ts';

/** A request as received, with the secrets that the platform has stored. */
export interface DoctorInput extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> {
  /** The value of the Authorization header. */
  readonly authorization: string;
  readonly consumer_secret: string;
  /** Empty when no token is in play. */
  readonly token_secret: string;
  /** The rules of another host. Absent for this platform, which has its own. */
  readonly rules?: HostRules;
  readonly context?: DoctorContext;
}

/** The rules of another host for signatures. Apart from them RFC 5849 applies, but no rule of this platform. */
export interface HostRules {
  /** The signature method that it accepts; `declared`: the one that the request names. */
  readonly method: 'declared' | SignatureMethod;
  /** Whether a request must name a token; absent: it may or may not. */
  readonly token?: 'never' | 'always';
  /** The realm that the header must name; absent: any or none. */
  readonly realm?: string;
  /** Seconds by which a timestamp may differ from `context.now`; absent: the timestamp is not judged. */
  readonly tolerance?: number;
}

/** What else is known. Missing fields are not judged. */
export interface DoctorContext {
  /** The platform's clock or, for another host, the time at which the request was sent. Epoch ms. */
  readonly now?: number;
  /** Whether the nonce had been used before this request. */
  readonly nonceUsed?: boolean;
  /** Secrets of other tokens that may have been used by mistake. Those beyond the first 16 are only tried alone. */
  readonly otherTokenSecrets?: readonly string[];
  /**
   * What the sender may have signed with instead of the right secrets: those that a page knows were used, or those of
   * other Apps. They are tried unchanged, if no mistake explains the signature; at most 64.
   */
  readonly otherSecrets?: readonly SecretPair[];
  /** The addresses of the platform, such as `https://api.svc.example`. */
  readonly baseUrls?: readonly string[];
}

export interface SecretPair {
  readonly consumer_secret: string;
  /** Empty when no token is in play. */
  readonly token_secret: string;
}

/**
 * - `correct`: the signature is right, and nothing else is known to be wrong.
 * - `explained`: each of `explanations` leads to the signature received.
 * - `not-a-signature-problem`: the cause is something else, which `explanations` name.
 * - `unknown`: none of the known mistakes, alone or two at once.
 * - `uncomputed`: the signature method needs more than the two secrets; `checked` says what was checked without them.
 */
export type Verdict = 'correct' | 'explained' | 'unknown' | 'uncomputed' | 'not-a-signature-problem';

export interface Diagnosis {
  readonly verdict: Verdict;
  /** The answer in one or two sentences. */
  readonly summary: string;
  /** All the shortest explanations. They give the same signature, so computation cannot prefer one. */
  readonly explanations: readonly Explanation[];
  /** Why the request would be refused even with a right signature; empty if the verdict already says it. */
  readonly besides: readonly Finding[];
  /** Whole sentences; only for an `uncomputed` signature. */
  readonly checked: readonly string[];
  /** The right base string; null if the request or its header cannot be read. */
  readonly baseString: string | null;
  /** The signature method that it was judged by; null if the request or its header cannot be read. */
  readonly method: string | null;
  /** The received signature and the right one, before percent-encoding; null if it was not computed. */
  readonly signatures: { readonly received: string; readonly right: string } | null;
  /** How many mistakes the doctor knows. */
  readonly knownMistakes: number;
}

/** A mistake as it was made in this request. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  /** The clause that it breaks. */
  readonly clause: string;
  readonly cause: string;
  readonly repair: string;
}

export interface Explanation {
  /** One, or two made at once. */
  readonly mistakes: readonly Finding[];
  readonly cause: string;
  /** One sentence. */
  readonly repair: string;
  /** null when no signature was compared. */
  readonly proof: Proof | null;
}

export interface Proof {
  /** The base string that leads to the signature received. */
  readonly baseStringReceivedFrom: string;
  readonly baseStringCorrect: string;
  /** The key that leads to the signature received, its secrets by name only. */
  readonly keyDescription: string;
  /** Where the base strings first differ; null if they are equal and the mistake comes after them. */
  readonly firstDifference: Difference | null;
}

export interface Difference {
  /** In UTF-16 code units, from 0. */
  readonly index: number;
  /** One character; empty beyond the end. */
  readonly expected: string;
  readonly actual: string;
}

/** What a program printed while it signed the request. Missing fields were not printed. */
export interface Printed {
  /** Quotes around it and line breaks in it are ignored, because printing adds them. */
  readonly baseString?: string;
  readonly key?: string;
  /** Used instead of the signature in the header. May be percent-encoded. */
  readonly signature?: string;
}

/**
 * - `same`: as it should be.
 * - `differs`: the given part is wrong or, if it was not given, the other two prove that a wrong one was used.
 * - `follows`: not given, but right: the other two fit together with the right one.
 * - `open`: not given, and the other two do not decide it.
 */
export type PartState = 'same' | 'differs' | 'follows' | 'open';

export interface ComparedPart {
  readonly state: PartState;
  /**
   * Each reason is one mistake, or two at once, that turn the right part into exactly this one; empty if no known
   * mistake does.
   */
  readonly reasons: readonly (readonly Finding[])[];
  /** Where the given part first differs from the right one, in UTF-16 code units from 0, at the start of an escape. */
  readonly at: number | null;
}

/** Base string, key and signature of a program, each with the right one. No text contains a secret. */
export interface PrintedComparison {
  readonly baseString: ComparedPart & {
    /** The given text as it was compared; null if it was not given. */
    readonly given: string | null;
    readonly right: string;
    /** Parameters whose values show that it is the base string of another call; `right` then belongs to that call. */
    readonly otherCall: readonly string[];
  };
  readonly key: ComparedPart & {
    /** In characters; null if the key was not given, or the right one is not known. */
    readonly lengths: { readonly given: number; readonly right: number; readonly sameEnd: number } | null;
  };
  readonly signature: ComparedPart & {
    readonly given: string;
    /** null if the secrets are not known, or if the signature method needs another key. */
    readonly right: string | null;
    /** Whether base string and key, as given or as proved, give the signature without another mistake. */
    readonly fits: boolean;
  };
}
