/** The worker of one page, with every family of endpoints. */
import { families } from '../engine/inside.ts';
import { serve } from './serve.ts';

/** Long enough that a person who reads an answer or the first line does not have to wait. */
serve({ families, idleMs: 3000 });
