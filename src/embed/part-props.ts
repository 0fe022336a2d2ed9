import type { AskedEmbed } from '../element/names.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { RequestsRoute } from '../views/requests/call/route.ts';
import type { Guest } from './guest.ts';
import type { WaysOut } from './ways-out.ts';

/** Props of each part of the playground in an embed. */
export interface PartProps {
  readonly session: PageSession;
  readonly asked: AskedEmbed;
  /** The call that it shows. */
  readonly route: RequestsRoute;
  readonly guest: Guest;
  readonly ways: WaysOut;
}
