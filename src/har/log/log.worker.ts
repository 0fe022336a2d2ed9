/** Keeps one HAR file as long as the page has it open, so that the page holds only the rows that it shows. */
import { readHar } from '../read.ts';
import type { HarAsked, ToHarLog } from './contract.ts';
import { HarLog } from './har-log.ts';

let log: HarLog | null = null;

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToHarLog>) => {
  void answerTo(data).then((answer) => port?.postMessage(answer));
});

async function answerTo(message: ToHarLog): Promise<HarAsked[keyof HarAsked][1]> {
  if (message.kind === 'open') return await open(message.asked);
  if (!log) return null;
  return message.kind === 'find' ? log.find(message.asked) : log.entry(message.asked);
}

async function open({ file, endpoints }: HarAsked['open'][0]): Promise<HarAsked['open'][1]> {
  try {
    const har = readHar(await file.text());
    if ('problem' in har) return har;
    log = new HarLog(har, endpoints);
    return log.summary;
  } catch {
    return { problem: 'The file cannot be read.' };
  }
}
