/** All ways to break a call. */
import type { HttpRequest } from '../../../../worker/api.ts';
import { stages } from './break.ts';
import type { BreakGroup, NotNow, Spoiling, Stage } from './break.ts';
import type { Broken } from '../call/broken.ts';
import type { Call } from './call.ts';
import { credentialBreaks } from './credentials.ts';
import { differences } from './differences.ts';
import type { Difference } from './differences.ts';
import { putTogether } from './making.ts';
import type { Signing } from './making.ts';
import { messageBreaks } from './message.ts';
import { signatureBreaks } from './signature.ts';

interface Named {
  readonly id: string;
  readonly group: BreakGroup;
}

/** A break offered for one call. */
export type Offer = Named & (Spoiling | NotNow);
export type Ready = Named & Spoiling;

const all = [...signatureBreaks, ...credentialBreaks, ...messageBreaks];

/** The breaks that apply to a call, in the order of the groups. Never empty for a call that reaches an endpoint. */
export const offersFor = (call: Call): readonly Offer[] =>
  all.flatMap(({ id, group, of }): Offer[] => {
    const offer = of(call);
    return offer ? [{ id, group, ...offer }] : [];
  });

export const isReady = (offer: Offer): offer is Ready => !('notNow' in offer);

export interface Spoiled {
  readonly message: HttpRequest;
  /** null if nothing was signed. */
  readonly signing: Signing | null;
  readonly instead: readonly Difference[];
  readonly broken: Broken;
}

/** The message first, then the credentials, then the signature: each break signs what the earlier ones changed. */
const order: Readonly<Record<BreakGroup, number>> = { Message: 0, Credentials: 1, Signature: 2 };

/** The call with all of these breaks applied. */
export function spoil(call: Call, breaks: readonly Ready[]): Spoiled {
  const steps = breaks.toSorted((a, b) => order[a.group] - order[b.group]);
  const { message, signing } = putTogether(steps.reduce((making, each) => each.spoil(making), call.making));
  const notes = Object.fromEntries(steps.flatMap((each) => Object.entries(each.notes ?? {})));
  const open = steps.some(({ needs }) => needs === 'throwaway') && isOpen(message);
  const at = ({ stage }: { stage: Stage }) => stages.indexOf(stage);
  return {
    message,
    signing,
    instead: differences(call.message, message, notes, open),
    broken: breaks
      .toSorted((a, b) => at(a) - at(b))
      .map(({ id, title, expects, looked, cause }) => ({
        id,
        title,
        expects,
        looked,
        cause,
      })),
  };
}

/** Whether it still contains a placeholder for a value that is made later. */
const isOpen = ({ headers }: HttpRequest): boolean =>
  headers.some(([, value]) => /made(?:%20| )when/.test(value));
