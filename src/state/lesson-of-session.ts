import type { Component } from 'svelte';
import type { WithheldAct } from '../../lessons/index.ts';

/** What a session knows about the lesson that its world was created for. */
export interface LessonOfSession<Session> {
  /** The component around the views during the lesson. */
  readonly Around: Component<{ session: Session }>;
  /** Whether an act would do the open step, which the page leaves to the person. */
  readonly withholds: (act: WithheldAct) => boolean;
}
