/** What acts work with: the page's session, the current call, and the portal. */
import type { CommandAnswer, CommandArgs, CommandId, Credential, CredentialKind } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Remedy, CallHandle } from './call-handle.ts';

/** `elsewhere`: the person continues in another view or types; that change is the remedy. */
export type Performed = Remedy | { readonly elsewhere: true } | { readonly failed: string };

export const elsewhere: Performed = { elsewhere: true };

/** A refusal by the platform. */
export class NotDone extends Error {}

export class Workplace {
  constructor(
    readonly session: PageSession,
    readonly hand: CallHandle,
  ) {}

  /** Created in the portal and kept in the vault: it is shown only this once. */
  async makeAnew(appId: string, kind: CredentialKind): Promise<Credential> {
    const { session } = this;
    const key = session.world.vault.find((each) => each.kind === 'basic' && each.appId === appId);
    if (kind === 'oauth1' && key?.kind !== 'basic')
      throw new NotDone(
        'The vault has no API key and secret of this App, and a user’s token signs with both.',
      );
    const { made } = await this.do('portal.regenerate', appId, kind);
    const { consumer_key = '', consumer_secret = '' } = key?.kind === 'basic' ? key : {};
    const whole: Credential = made.kind === 'oauth1' ? { ...made, consumer_key, consumer_secret } : made;
    const old = session.world.vault.find(
      (each) =>
        each.kind === whole.kind &&
        each.appId === appId &&
        (!('userId' in each) || !('userId' in whole) || each.userId === whole.userId),
    );
    const kept = { ...whole, id: old?.id ?? whole.id };
    await session.playground.keep(kept);
    return kept;
  }

  app(appId: string): string {
    return this.session.world.apps.find(({ id }) => id === appId)?.name ?? 'The App';
  }

  /** Sends a command. Rejects with `NotDone` and the reason if it is refused. */
  async do<C extends CommandId>(
    id: C,
    ...args: CommandArgs<C>
  ): Promise<Extract<CommandAnswer<C>, { ok: true }>> {
    const answer = await this.session.playground.do(id, ...args);
    if (!answer.ok) throw new NotDone(answer.reason);
    return answer as Extract<CommandAnswer<C>, { ok: true }>;
  }
}
