/** The lesson and step with which a worker begins, as the fragment of its address. */
export interface AskedLesson {
  readonly slug: string;
  /** From 0. */
  readonly step: number;
}

export const fragmentOf = ({ slug, step }: AskedLesson): string =>
  `#${new URLSearchParams({ slug, step: String(step) })}`;

/** Reads the result of `fragmentOf`. */
export function lessonIn(fragment: string): AskedLesson {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  return { slug: params.get('slug') ?? '', step: Number(params.get('step')) };
}
