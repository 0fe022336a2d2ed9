import type { SignatureSteps } from '../../worker/api.ts';

/** A request token that this page was given, with its secret (specification 4.1). */
export interface RequestTokenPair {
  readonly appId: string;
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
}

type Signing = Pick<SignatureSteps, 'signature' | 'signingKey'>;

/** Secrets that no vault keeps. They are gone with the page, and set aside by a reset. */
export class PageSecrets {
  /** The one that the page asked for last. */
  requestToken = $state.raw<RequestTokenPair | null>(null);
  /** What was signed last, newest first, at most 50: the doctor says which secret of a key differs. */
  signed: readonly Signing[] = [];

  /** It outlives what another tab's engine replaces: with that the world is the same. */
  stateReplaced(): void {}

  remember(steps: Signing): void {
    this.signed = [steps, ...this.signed].slice(0, 50);
  }
}
