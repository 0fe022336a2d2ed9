import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

interface ProcessInfo {
  readonly type: string;
  readonly id: number;
}

/** The peak memory of a process of this kind since it started, in MB; null if the system does not tell. */
export async function peakOf(browser: Browser, kind: 'renderer' | 'browser'): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    readonly processInfo: readonly ProcessInfo[];
  };
  await session.detach();
  const peaks = processInfo.filter(({ type }) => type === kind).map(({ id }) => peakOfProcess(id));
  return peaks.length === 0 ? null : Math.max(...peaks);
}

function peakOfProcess(id: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0; // it has ended
  }
}
