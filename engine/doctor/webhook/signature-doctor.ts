/**
 * Finds the mistake of a person who verifies a delivery's signature and computes a different one (specification 6;
 * choice: delivery).
 */
import { same } from '../bytes.ts';
import { signed } from '../../webhooks/hmac.ts';
import { behind } from './digests-behind.ts';
import { formsOfBody, originsOfBody } from './bodies.ts';
import { fewest, mistakeOf } from './explain.ts';
import { formsOfKey, originsOfKey } from './keys.ts';
import type { Known, Made } from './mistake.ts';
import { rightBeside } from './right-already.ts';
import { search } from './search.ts';
import { triedOf } from './tried.ts';
import { unsignedOf } from './unsigned.ts';
import type { SignatureDiagnosis, SignatureQuestion } from './types.ts';
import { candidates } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { utf8 } from '../../http/messages.ts';

/** Longest body, in bytes, for which two mistakes before the digest are tried together. */
const longestBody = 4_096;
/** Longest body, in bytes, for which mistakes are tried at all. */
const longestTried = 131_072;
const mostTargets = 512;
const mostShown = 2_000;

/** Never throws. The same question gives the same answer. */
export function diagnoseSignature(question: SignatureQuestion): SignatureDiagnosis {
  const { body, secret, computed } = question;
  const right = signed(body, secret);
  if (computed === right) return { verdict: 'right', mistake: null, equal: [], tried: [], answer: right };
  const tries = attemptsOf(question);
  const { targets, remnants, told } = behind(computed.slice(0, mostShown), unsignedOf({ secret }));
  const { hits } = search({
    ...tries,
    targets: targets.slice(0, mostTargets),
    remnants: remnants.slice(0, mostTargets),
    longest: longestBody,
  });
  const found = hits.map((hit) => [...hit.behind, ...hit.before]);
  const sets = fewest(found.length > 0 ? found : told).map((made) => made.map(whenVerified));
  const mistakes = sets.map((made) =>
    mistakeOf(made, {
      verb: 'uses',
      by: 'computation',
      wanted: right,
      came: computed.slice(0, mostShown),
      comparable: true,
      right: rightBeside(made, 'delivery'),
    }),
  );
  return {
    verdict: mistakes.length > 0 ? 'explained' : 'unknown',
    mistake: mistakes[0] ?? null,
    equal: mistakes.slice(1),
    tried: triedOf(tries, sets[0] ?? []),
    answer: right,
  };
}

function attemptsOf({ body, secret, known = {} }: SignatureQuestion) {
  const ofKey = originsOfKey(secret, known);
  const raw = body.length > longestTried ? null : textOf(body);
  const ofBody = raw === null ? [] : originsOfBody(raw);
  const messages: Candidates = candidates(raw ?? body, ofBody, formsOfBody, body.length <= longestBody);
  return {
    keys: candidates(secret, ofKey, formsOfKey),
    messages,
    origins: [...ofBody, ...ofKey],
    forms: [...formsOfBody, ...formsOfKey],
  };
}

/** null if the bytes are not UTF-8. */
function textOf(body: Uint8Array): string | null {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return same(utf8(text), body) ? text : null;
}

/** Texts that differ because the value is compared, not sent. */
const otherwise: Readonly<Record<string, Partial<Known>>> = {
  'prefix-missing': {
    title: 'Prefix left on the header’s value',
    did: 'compared without sha256=',
    wants: 'it in front of the Base64 in the header',
    repair: 'Remove sha256= from the header’s value before you compare, or put it in front of your own',
  },
  'value-white-space': { repair: 'Trim what you computed before you compare' },
};

function whenVerified(made: Made): Made {
  const { known } = made;
  const did = known.did.replace(/^sent /, 'wrote ');
  return { ...made, known: { ...known, did, ...otherwise[known.id] } };
}
