/** Checks what a page or another tab says about how a file is served. */
import { number, object, oneOf, ruled, union } from '../../../engine/declaration/checks.ts';
import type { Check } from '../../../engine/declaration/checks.ts';
import type { Conduct } from '../../contract/file.ts';

const share = ruled(number, (value) => value >= 0 && value <= 1);
const rate = ruled(number, (value) => value >= 1000 && value <= 1e9);

type ConductOf<T extends Conduct['type']> = Extract<Conduct, { readonly type: T }>;

export const isConduct: Check<Conduct> = union<Conduct>({
  normal: object<ConductOf<'normal'>>({ type: oneOf('normal') }),
  slow: object<ConductOf<'slow'>>({ type: oneOf('slow'), bytesPerSecond: rate }),
  stalls: object<ConductOf<'stalls'>>({ type: oneOf('stalls'), after: share }),
  endsEarly: object<ConductOf<'endsEarly'>>({ type: oneOf('endsEarly'), after: share }),
});
