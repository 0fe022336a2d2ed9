/** Which step of which lesson a worker begins with, as the fragment of its address says it. */
export interface AskedLesson {
  readonly slug: string;
  /** From 0. */
  readonly step: number;
}

export const fragmentOf = ({ slug, step }: AskedLesson): string =>
  `#${new URLSearchParams({ slug, step: String(step) })}`;

/** What `fragmentOf` wrote. */
export function lessonIn(fragment: string): AskedLesson {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  return { slug: params.get('slug') ?? '', step: Number(params.get('step')) };
}
