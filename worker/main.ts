/** The worker of one page, with every family of endpoints. */
import { families } from '../engine/inside.ts';
import { serve } from './page/serve.ts';

serve(families);
