/** How long the parts of a sign-in stay valid, in ms, and how many mistakes it takes. */

/** Choice: o1-request-token. */
export const requestTokenLifetime = 15 * 60_000;

/** Specification 5: an authorization code. */
export const codeLifetime = 30_000;

/** A request token ends with this many wrong verifiers (choice: o1-access-token). */
export const mostWrongVerifiers = 5;
