import type { Component } from 'svelte';
import type { WithheldAct } from '../../lessons/index.ts';

/** What a session knows about its world if the page shows it for a while in place of the person's own. */
export interface Visit<Session> {
  readonly called: 'lesson' | 'stage';
  /** The component around the views during the visit. */
  readonly Around: Component<{ session: Session }>;
  /** Whether this component is drawn first, and the view in a task of its own. */
  readonly drawnFirst: boolean;
  /** Whether the page leaves this act to the person. */
  readonly withholds: (act: WithheldAct) => boolean;
  /** Called before the world is shown, when nothing else is. */
  readonly begin?: () => void;
  /** Starts it again. Absent if the visit has its own button for that. */
  readonly again?: () => Promise<void>;
  /** Returns to the person's own world. */
  readonly leave: () => Promise<void>;
  /** Ends the world, which is not shown any more. */
  readonly end: () => void;
}
