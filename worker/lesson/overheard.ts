/** The sandbox of a lesson, which reports the requests to receivers and their answers. */
import type { Heard } from '../../lessons/format/run.ts';
import type { Sandbox } from '../contract/receiver-run.ts';

export const overheard =
  (sandbox: Sandbox, heard: Heard): Sandbox =>
  async (run, ...rest) => {
    const ran = await sandbox(run, ...rest);
    if ('result' in ran) await heard(run.host, run.request, ran.result);
    return ran;
  };
