/** What the Signature doctor is asked and what it answers. Plain, clonable data. */
import type { HttpRequest } from '../../http/messages.ts';
import type { SignatureMethod } from './methods.ts';

/** A request as received, with the secrets that its platform keeps. */
export interface DoctorInput extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> {
  /** The value of the Authorization header. */
  readonly authorization: string;
  readonly consumer_secret: string;
  /** Empty when no token is in play. */
  readonly token_secret: string;
  /** Of another host. Absent for this platform, which has its own. */
  readonly rules?: HostRules;
  readonly context?: DoctorContext;
}

/** What another host asks of a signature. Beyond it, RFC 5849 holds and nothing else of this platform. */
export interface HostRules {
  /** The signature method that it takes; `declared`: the one that the request names. */
  readonly method: 'declared' | SignatureMethod;
  /** Whether a request has to name a token; absent: it may or may not. */
  readonly token?: 'never' | 'always';
  /** What the header has to name; absent: anything, or nothing. */
  readonly realm?: string;
  /** Seconds that a timestamp may lie off `context.now`; absent: it is not judged. */
  readonly tolerance?: number;
}

/** What else is known. Whatever is absent is not judged. */
export interface DoctorContext {
  /** The platform's clock; of another host, the time at which the request was sent. Epoch ms. */
  readonly now?: number;
  /** Whether the nonce had been used before this request. */
  readonly nonceUsed?: boolean;
  /** Secrets of other tokens that may have been mistaken for this one's. Beyond the first 16 only tried alone. */
  readonly otherTokenSecrets?: readonly string[];
  /**
   * What the sender may have signed with in place of the right secrets: those that a page knows it used, or those of
   * other Apps. Tried as they stand, when no mistake explains the signature; at most 64.
   */
  readonly otherSecrets?: readonly SecretPair[];
  /** Where the platform is reached: `https://api.svc.example`. */
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
 * - `not-a-signature-problem`: something else stands in the way, which `explanations` name.
 * - `unknown`: none of the known mistakes, alone or two at once.
 * - `uncomputed`: the signature method needs more than the two secrets; `checked` says what was looked at without.
 */
export type Verdict = 'correct' | 'explained' | 'unknown' | 'uncomputed' | 'not-a-signature-problem';

export interface Diagnosis {
  readonly verdict: Verdict;
  /** The answer in one or two sentences. */
  readonly summary: string;
  /** All the shortest ones: they give the same signature, so that none can be preferred by computation. */
  readonly explanations: readonly Explanation[];
  /** What would have the request refused even with a right signature; empty when the verdict says it. */
  readonly besides: readonly Finding[];
  /** Whole sentences; of an `uncomputed` signature only. */
  readonly checked: readonly string[];
  /** The right base string; null when the request or its header cannot be read. */
  readonly baseString: string | null;
  /** The signature method that it was judged by; null when the request or its header cannot be read. */
  readonly method: string | null;
  /** The signature received and the right one, as it stands before it is percent-encoded; null when it was not computed. */
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
  /** Where the base strings part; null when they are the same and the mistake lies after them. */
  readonly firstDifference: Difference | null;
}

export interface Difference {
  /** In UTF-16 code units, from 0. */
  readonly index: number;
  /** One character; empty past the end. */
  readonly expected: string;
  readonly actual: string;
}

/** What a program printed while it signed the request. What is absent was not given. */
export interface Printed {
  /** Quotes around it and line breaks in it are dropped: printing put them there. */
  readonly baseString?: string;
  readonly key?: string;
  /** In place of the one that the header has. As it is, or percent-encoded. */
  readonly signature?: string;
}

/**
 * - `same`: as it should be.
 * - `differs`: what was given is another, or, where nothing was given, the other two prove that another was used.
 * - `follows`: not given, and right: with the right one the other two fit each other.
 * - `open`: not given, and not decided by the other two.
 */
export type PartState = 'same' | 'differs' | 'follows' | 'open';

export interface ComparedPart {
  readonly state: PartState;
  /** Each is one mistake, or two at once, that turn the right one into exactly this; empty when none is known to. */
  readonly reasons: readonly (readonly Finding[])[];
  /** Where the one given parts from the right one, in UTF-16 code units from 0, at the start of an escape. */
  readonly at: number | null;
}

/** Base string, key and signature of a program, each beside the right one. No text in it has a secret. */
export interface PrintedComparison {
  readonly baseString: ComparedPart & {
    /** As it was compared; null when it was not given. */
    readonly given: string | null;
    readonly right: string;
    /** Parameters by whose values it is the base string of another call; `right` is then that call's. */
    readonly otherCall: readonly string[];
  };
  readonly key: ComparedPart & {
    /** In characters; null when the key was not given, or the right one is not known. */
    readonly lengths: { readonly given: number; readonly right: number; readonly sameEnd: number } | null;
  };
  readonly signature: ComparedPart & {
    readonly given: string;
    /** Null when the secrets are not known, or the signature method needs another key. */
    readonly right: string | null;
    /** Whether base string and key, each as given or else as proved, give it without another mistake. */
    readonly fits: boolean;
  };
}
