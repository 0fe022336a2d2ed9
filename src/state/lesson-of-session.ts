import type { ActKind } from '../../worker/api.ts';

/** What a session knows of the lesson that its world was made for. */
export interface LessonOfSession {
  /** Whether an act is the open step itself, which the page does not take off the person's hands. */
  readonly withholds: (kind: ActKind) => boolean;
}
