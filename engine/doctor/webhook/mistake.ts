/** Known mistakes, and mistakes that were made. */
import type { CodeHint, MistakePart, Source, Stage } from './types.ts';

/** A known mistake. In its texts, {} is replaced by the detail that distinguishes one way to make it from another. */
export interface Known {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  /** Continues a sentence after "You". */
  readonly did: string;
  /** Continues a sentence after "the platform wants". */
  readonly wants: string;
  /** A sentence without its full stop. */
  readonly repair: string;
  readonly source: Source;
  readonly hints?: readonly CodeHint[];
  /** Whether what was sent contains no digest, so that nothing shows how one was computed. */
  readonly isNoDigest?: boolean;
}

/** A mistake that was made. */
export interface Made {
  readonly known: Known;
  readonly detail?: string | undefined;
  /** Hints that come before those of the mistake. */
  readonly hints?: readonly CodeHint[];
}

/** The field of the value. */
export const field = 'response_token';

export const section = (id: string): Source => ({ kind: 'section', id });
export const choice = (id: string): Source => ({ kind: 'choice', id });

const filled = (template: string, detail = ''): string => template.replaceAll('{}', () => detail);

export const didOf = ({ known, detail }: Made): string => filled(known.did, detail);
export const wantsOf = ({ known, detail }: Made): string => filled(known.wants, detail);

export const partOf = ({ known, detail, hints = [] }: Made): MistakePart => ({
  id: known.id,
  stage: known.stage,
  title: known.title,
  repair: `${filled(known.repair, detail)}.`,
  source: known.source,
  hints: [...hints, ...(known.hints ?? [])],
});

/** Escapes a text for the source of a regular expression. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Escapes a text for a replacement. */
export const verbatim = (text: string): string => text.replaceAll('$', '$$$$');
