import { ofTabItself } from '../parts/storage.ts';
import type { PageSession } from './session.svelte.ts';

class Place {
  /** null before the first, and during a switch. */
  shown = $state.raw<PageSession | null>(null);
}

/** The world that the page shows: the person's own, or that of a lesson. */
export const place = new Place();

/** The lesson that this tab is in, for a reload; empty outside lessons. */
export const lessonOfTab = ofTabItself('lesson:1');
