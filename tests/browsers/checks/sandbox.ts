import { attempts } from '../../support/sandbox/attempts.ts';
import { builtFrame, tryInFrame } from '../../support/sandbox/in-frame.ts';
import { people } from '../../support/activity.ts';
import { escapingReceiver, held } from '../../support/sandbox/escaping.ts';
import { listen } from '../../support/sandbox/listeners.ts';
import { receiverHost, webhookFile } from '../../support/webhook-file.ts';
import { tryInPage } from '../../support/sandbox/trials.ts';
import type { Trial } from '../../support/sandbox/trials.ts';
import type { Tab } from '../drivers/driver.ts';
import type { Group } from './check.ts';
import { expectThat, openHarness } from './in-harness.ts';
import { say } from './seeing.ts';

const host = 'hooks.northwind.example';

async function expectTrial(tab: Tab, code: string, wanted: object): Promise<void> {
  const { outcome, body, log } = await tab.evaluate(tryInPage, { code, host });
  const lines = log.lines.map(({ level, line }) => `${level} ${line}`);
  const found: Pick<Trial, 'outcome' | 'body'> & { lines: string[] } = { outcome, body, lines };
  const unlike = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(found[name as keyof typeof found]) !== JSON.stringify(value),
  );
  expectThat(unlike.length === 0, `${say(unlike)} is not what is found: ${say(found)}`);
}

/** The receiver's log when it is notified of a block. Runs in the page of a harness. */
async function reportOfDelivery({ file, host, users }: Delivered): Promise<string> {
  const { playground } = await harness;
  await playground.importFile(new Blob([file]), 'file');
  const done = await playground.do('users.setBlocked', users.mira, users.jonas, true);
  if (!done.ok) throw new Error(done.reason);
  for (;;) {
    const call = (await playground.receiverLog(host)).findLast(({ method }) => method === 'POST');
    if (call?.outcome) return call.lines.map(({ text }) => text).join('\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Delivered {
  readonly file: string;
  readonly host: string;
  readonly users: Readonly<Record<'mira' | 'jonas', string>>;
}

/** The environment in which people's receivers run. */
export const sandbox: Group = {
  title: 'sandbox',
  leftOut: [
    {
      what: 'hostile.spec.ts: loops beside others, floods, forged messages, all the memory',
      why: 'what holds there is our own code, which is the same; and only Chromium gives the frame a process of its own',
    },
  ],
  checks: [
    {
      name: 'no way out of the built sandbox leads anywhere',
      expects: /./, // what is tried is refused, and the console says so
      async run({ browser, site }) {
        const away = await listen();
        const tab = await browser.newTab();
        await tab.goto(site);
        const channel = `svc-playground:${new URL(site).pathname}`;
        const frame = await builtFrame();
        const tried = await tab.evaluate(tryInFrame, {
          frame,
          away: away.address,
          here: site,
          channel,
          attempts,
        });
        const got = tried.filter((each) => each.got !== null);
        expectThat(tried.length === attempts.length && got.length === 0, `It got hold of ${say(got)}`);
        expectThat(away.knocks.length === 0, `It asked: ${say(away.knocks)}`);
        await away.close();
        return `${tried.length} ways`;
      },
    },
    {
      name: 'no way out leads anywhere for a receiver that a delivery calls',
      expects: /./,
      async run(bench) {
        const away = await listen();
        const surroundings = { away: away.address, here: bench.harness, channel: 'svc-playground:/' };
        const { file } = await webhookFile(escapingReceiver(surroundings));
        const tab = await openHarness(bench);
        const report = await tab.evaluate(reportOfDelivery, {
          file: file.toString(),
          host: receiverHost,
          users: people,
        });
        expectThat(report === held, `It got hold of something: ${report}`);
        expectThat(away.knocks.length === 0, `It asked: ${say(away.knocks)}`);
        await away.close();
      },
    },
    {
      name: 'receivers answer, store, and are shown the lines of their mistakes',
      expects: /./,
      async run(bench) {
        const tab = await openHarness(bench);
        await expectTrial(
          tab,
          `export default async (request) => {
             await storage.set('name', request.headers.get('x-said'));
             return new Response(await storage.get('name'));
           }`,
          { outcome: 200, body: 'hello', lines: [] },
        );
        await expectTrial(tab, `export default async () => new Response(await storage.get('name'))`, {
          body: 'hello',
        });
        await expectTrial(tab, `\nexport default () => {\n  console.log(1);\n  nothing.there();\n}`, {
          outcome: 500,
          lines: ['log 3', 'error 4'],
        });
        await expectTrial(tab, `\n\nconst a = ;\nexport default () => new Response()`, {
          outcome: 'refused',
          lines: ['error 3'],
        });
        await expectTrial(tab, `export default () => new Response(String([self.caches]))`, { outcome: 500 });
      },
    },
    {
      name: 'a receiver that loops is ended, and the next one runs',
      expects: /./,
      async run(bench) {
        const tab = await openHarness(bench);
        await expectTrial(tab, 'export default () => { for (;;); }', { outcome: 'timeout' });
        await expectTrial(tab, `export default () => new Response('alive')`, { outcome: 200, body: 'alive' });
      },
    },
  ],
};
