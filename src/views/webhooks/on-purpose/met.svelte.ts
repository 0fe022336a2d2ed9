/** Which mistakes of "Fail it on purpose" were met in this tab, and which were mended. It outlives a reload. */
import { isOneOf } from '../../../../worker/api.ts';
import { membersIn } from '../../../parts/json.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

export const mistakeIds = [
  'full-url',
  'wrong-secret',
  'hex',
  'base64url',
  'no-prefix',
  'wrong-field',
  'throws',
  'slow',
  'redirect',
  'loop',
] as const;
export type MistakeId = (typeof mistakeIds)[number];

/** `met`: the platform refused it; `mended`: and took it when its line was changed. */
export type Standing = 'met' | 'mended';
const standings = ['met', 'mended'] as const;

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:on-purpose:1:${location.pathname}`;

export class Met {
  #of: ReadonlyMap<MistakeId, Standing> = $state.raw(readMet());

  constructor({ generation, canUndo }: PageSession) {
    // After a reset of this page everything is as on the first day.
    if (generation > 1 && canUndo === 'reset') this.#keep(new Map());
  }

  get count(): number {
    return this.#of.size;
  }

  of(id: MistakeId): Standing | null {
    return this.#of.get(id) ?? null;
  }

  /** What was mended stays so. */
  note(id: MistakeId, standing: Standing): void {
    if (this.of(id) !== 'mended') this.#keep(new Map([...this.#of, [id, standing]]));
  }

  #keep(of: ReadonlyMap<MistakeId, Standing>): void {
    this.#of = of;
    try {
      sessionStorage.setItem(key(), JSON.stringify(Object.fromEntries(of)));
    } catch {
      // Storage is denied: it lasts as long as the page.
    }
  }
}

function readMet(): ReadonlyMap<MistakeId, Standing> {
  try {
    return metIn(sessionStorage.getItem(key()) ?? '');
  } catch {
    return new Map();
  }
}

/** Reads what may be anybody's: the storage is shared with every page of the origin. */
export function metIn(text: string): ReadonlyMap<MistakeId, Standing> {
  const stored = text.length > 1000 ? {} : membersIn(text);
  return new Map(
    mistakeIds.flatMap((id): [MistakeId, Standing][] => {
      const standing = Object.hasOwn(stored, id) ? stored[id] : null;
      return isOneOf(standings, standing) ? [[id, standing]] : [];
    }),
  );
}
