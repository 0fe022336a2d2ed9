import type { SignatureSteps } from '../../worker/api.ts';

/** A request token that this page was given, with its secret (specification 4.1). */
export interface RequestTokenPair {
  readonly appId: string;
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
}

type Signing = Pick<SignatureSteps, 'signature' | 'signingKey'>;

/** Secrets that are not in the vault. They are lost with the page, and a reset sets them aside. */
export class PageSecrets {
  /** The latest one that the page requested. */
  requestToken = $state.raw<RequestTokenPair | null>(null);
  /** The latest signatures, newest first, at most 50: the doctor uses them to tell which secret of a key differs. */
  signed: readonly Signing[] = [];

  /** It survives a change to another tab's engine, because the world is the same. */
  stateReplaced(): void {}

  remember(steps: Signing): void {
    this.signed = [steps, ...this.signed].slice(0, 50);
  }
}
