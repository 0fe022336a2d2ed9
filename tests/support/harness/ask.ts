/** What a worker may request from outside, observed from within: for browsers whose driver does not reach workers. */

export interface Asked {
  /** `answered`, or the error. */
  readonly outcome: string;
  /** The directive of the policy that blocked it; null if none did. */
  readonly violated: string | null;
}

const channel = () => new BroadcastChannel('harness-ask');

/** Runs in the worker. */
export function askWhenTold(): void {
  let told: BroadcastChannel;
  try {
    told = channel();
  } catch {
    return; // the browser denies channels, so no answer would arrive
  }
  told.addEventListener('message', ({ data }: MessageEvent<{ url?: string }>) => {
    if (data.url !== undefined) void ask(data.url).then((asked) => told.postMessage({ asked }));
  });
}

async function ask(url: string): Promise<Asked> {
  const violations: string[] = [];
  self.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    violations.push(effectiveDirective),
  );
  const outcome = await fetch(url).then(() => 'answered', String);
  // The event is dispatched in a separate task.
  for (let turn = 0; violations.length === 0 && turn < 20; turn++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { outcome, violated: violations[0] ?? null };
}

/** Runs in the page: makes the worker request it. */
export function askFromWorker(url: string): Promise<Asked> {
  const told = channel();
  return new Promise((resolve) => {
    told.addEventListener('message', ({ data }: MessageEvent<{ asked?: Asked }>) => {
      if (data.asked === undefined) return;
      told.close();
      resolve(data.asked);
    });
    told.postMessage({ url });
  });
}
