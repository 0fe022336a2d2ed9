import { ofTabItself } from '../parts/storage.ts';
import type { PageSession } from './session.svelte.ts';

class Place {
  /** null before the first, and while one makes way for another. */
  shown = $state.raw<PageSession | null>(null);
}

/** Which world the page shows: the person's own, or that of a lesson. */
export const place = new Place();

/** The lesson that this tab is in, for a reload; nothing outside of one. */
export const lessonOfTab = ofTabItself('lesson:1');
