/** The worker of the harness: that of the page, with a family that streams, and it asks the outside when told to. */
import { families } from '../../../engine/inside.ts';
import { serve } from '../../../worker/serve.ts';
import { askWhenTold } from './ask.ts';
import { streams } from './streams.ts';

serve([...families, streams]);
askWhenTold();
