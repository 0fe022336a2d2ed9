/** What families add to the transactions of others. Each reaction is loaded before the first change that it may react to. */
import type { State } from '../state/state.ts';
import type { Family } from './family.ts';
import type { Reacts, Services } from './services.ts';
import type { FamilyReaction } from './work.ts';

export class Reactions {
  readonly #known = new Set<Reacts>();
  #missing: readonly FamilyReaction[];
  #loading: Promise<void> | null = null;

  /** Reactions that the rows of this state need are loaded first. */
  constructor(
    private readonly state: State,
    families: readonly Family[],
  ) {
    this.#missing = families.flatMap(({ work }) =>
      work?.reaction?.whileAny.some((name) => state.tables[name].size > 0) ? [work.reaction] : [],
    );
  }

  /** Makes the reaction part of every transaction. Adding it again has no effect. */
  add(reaction: Reacts, platform: Services): void {
    if (this.#known.has(reaction)) return;
    this.#known.add(reaction);
    const { tables } = reaction;
    this.state.react({
      tables,
      run: (changes, appId, write) => reaction.run({ changes, appId }, write, platform),
    });
  }

  /** null if all needed reactions are loaded. Rejects if one cannot be loaded; the next call tries again. */
  ready(platform: Services): Promise<void> | null {
    if (this.#missing.length === 0) return null;
    return (this.#loading ??= this.#load(platform).finally(() => (this.#loading = null)));
  }

  async #load(platform: Services): Promise<void> {
    for (const reaction of await Promise.all(this.#missing.map(({ load }) => load())))
      this.add(reaction, platform);
    this.#missing = [];
  }
}
