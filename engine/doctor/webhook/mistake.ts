/** How a mistake is known, and how one that was made is told. */
import type { CodeHint, MistakePart, Source, Stage } from './types.ts';

/** In texts, {} stands for what tells one way to make it from another. */
export interface Known {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  /** What goes on after "You". */
  readonly did: string;
  /** What goes on after "the platform wants". */
  readonly wants: string;
  /** A sentence without its full stop. */
  readonly repair: string;
  readonly source: Source;
  readonly hints?: readonly CodeHint[];
  /** What is sent holds no digest, so that nothing shows how one was computed. */
  readonly isNoDigest?: boolean;
}

/** A mistake as it was made. */
export interface Made {
  readonly known: Known;
  readonly detail?: string | undefined;
  /** Before those of the mistake. */
  readonly hints?: readonly CodeHint[];
}

/** Where the value belongs. */
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

/** For a text as it stands, in the source of a regular expression. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** For a text as it stands, in a replacement. */
export const verbatim = (text: string): string => text.replaceAll('$', '$$$$');
