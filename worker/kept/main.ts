/** The worker of an embed whose world is kept in the browser. Frames with the same world share it, as tabs do. */
import { families } from '../../engine/inside.ts';
import { serve } from '../serve.ts';
import { beginningOf } from '../temporary/beginning.ts';
import { worldIn } from '../temporary/world.ts';

serve({ families, start: beginningOf(worldIn(new URL(import.meta.url).hash)) });
