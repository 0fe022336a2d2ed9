/** The worker of the harness: the page's worker, plus a family that streams and requests to the outside on demand. */
import { families } from '../../../engine/inside.ts';
import { serve } from '../../../worker/serve.ts';
import { askWhenTold } from './ask.ts';
import { streams } from './streams.ts';

serve({ families: [...families, streams], idleMs: 3000 });
askWhenTold();
