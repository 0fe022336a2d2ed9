/** The worker of one page, with every family of endpoints. */
import { families } from '../engine/inside.ts';
import { serve } from './serve.ts';

serve(families);
