/** The sandbox of a lesson, which tells what came to a receiver and how its program answered. */
import type { Heard } from '../../lessons/format/opening.ts';
import type { Sandbox } from '../contract/receiver-run.ts';

export const overheard =
  (sandbox: Sandbox, heard: Heard): Sandbox =>
  async (run, ...rest) => {
    const ran = await sandbox(run, ...rest);
    if ('result' in ran) await heard(run.host, run.request, ran.result);
    return ran;
  };
