/** Which mistakes of "Fail it on purpose" were made in this tab, and which were fixed. Survives a reload. */
import { isOneOf } from '../../../../worker/api.ts';
import { membersIn } from '../../../parts/json.ts';
import { ofTab } from '../../../parts/storage.ts';

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

/** `met`: the platform refused the program. `mended`: the platform accepted it after the line was changed. */
export type Standing = 'met' | 'mended';
const standings = ['met', 'mended'] as const;

const slot = ofTab('on-purpose:1');

export class Met {
  #of: ReadonlyMap<MistakeId, Standing> = $state.raw(metIn(slot.read() ?? ''));

  get count(): number {
    return this.#of.size;
  }

  of(id: MistakeId): Standing | null {
    return this.#of.get(id) ?? null;
  }

  /** A fixed mistake stays fixed if it is made again. */
  note(id: MistakeId, standing: Standing): void {
    if (this.of(id) !== 'mended') this.#keep(new Map([...this.#of, [id, standing]]));
  }

  #keep(of: ReadonlyMap<MistakeId, Standing>): void {
    this.#of = of;
    slot.write(JSON.stringify(Object.fromEntries(of)));
  }
}

/** Damaged entries are dropped. */
export function metIn(text: string): ReadonlyMap<MistakeId, Standing> {
  const stored = text.length > 1000 ? {} : membersIn(text);
  return new Map(
    mistakeIds.flatMap((id): [MistakeId, Standing][] => {
      const standing = Object.hasOwn(stored, id) ? stored[id] : null;
      return isOneOf(standings, standing) ? [[id, standing]] : [];
    }),
  );
}
