/** How a call of the Reference can provoke a refusal: what is done first, and what is sent. */
import type { RehearsedStep } from '../../../worker/api.ts';
import type { Scene } from './scene.ts';

export interface Recipe {
  /** Preparation on the copy, as a sentence; null for none. */
  readonly first: string | null;
  /** The call that is sent, as a sentence. */
  readonly sends: string;
  readonly steps: (scene: Scene) => Steps;
}

/** The steps; or why this App cannot meet the refusal with this call, as a sentence. */
export type Steps = readonly RehearsedStep[] | string;
