/** Reads the text of a program. A finding is only a remark, because it proves nothing about what the program does. */
const compares = /[!=]==?/;
const ofSignature = /signature|\bmac\b|hmac|digest|sha256|expected/i;
const comment = /^\s*(?:\/\/|\*|\/\*)/;

/** A line that compares a signature as text; null for none. */
export function inTheText(code: string): string | null {
  if (/timingSafeEqual|constantTime|subtle\.verify/i.test(code)) return null;
  const at = code
    .split('\n')
    .findIndex((line) => !comment.test(line) && compares.test(line) && ofSignature.test(line));
  if (at < 0) return null;
  return `Line ${at + 1} seems to compare the signature as text, which does not take constant time: crypto.subtle.verify does.`;
}
