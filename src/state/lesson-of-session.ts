import type { Component } from 'svelte';
import type { WithheldAct } from '../../lessons/index.ts';

/** What a session knows of the lesson that its world was made for. */
export interface LessonOfSession<Session> {
  /** What stands around the views while it is on. */
  readonly Around: Component<{ session: Session }>;
  /** Whether an act is the open step itself, which the page does not take off the person's hands. */
  readonly withholds: (act: WithheldAct) => boolean;
}
