/** The worker of the harness: that of the page, with a family that streams. */
import { families } from '../../../engine/index.ts';
import { serve } from '../../../worker/serve.ts';
import { streams } from './streams.ts';

serve([...families, streams]);
