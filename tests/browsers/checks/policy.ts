import type { Group } from './check.ts';
import { expectThat, openHarness } from './in-harness.ts';
import { press, say, see, until } from './seeing.ts';

const outside = 'http://elsewhere.example/';

export const policy: Group = {
  title: 'policy',
  leftOut: [
    {
      what: 'closed.spec.ts: the built page’s own worker, asked from within',
      why: 'the drivers do not reach into workers; the harness starts its worker by the same code and asks in it',
    },
    {
      what: 'uncaught errors in WebKit',
      why: 'its driver does not tell of the console; in Chromium and Firefox any of them fails a check',
    },
  ],
  checks: [
    {
      name: 'the proxy that stands for the outside notices who asks',
      async run({ browser, site, knocks }) {
        const tab = await browser.newTab();
        await tab.goto(new URL('/nothing', site).href); // no page of ours, no policy
        await tab.evaluate((url) => void fetch(url).catch(() => null), outside);
        await until(
          async () => knocks,
          (all) => all.some((each) => each.includes(outside)),
          'a knock',
        );
        knocks.length = 0;
      },
      expects: /./,
    },
    {
      name: 'nothing that the page asks for leaves it',
      expects: /Content.Security.Policy|elsewhere\.example/i,
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(site);
        await see(tab, { role: 'button', name: 'Send' });
        const asked = await tab.evaluate(async (url) => {
          const violated = new Promise<string>((resolve) => {
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
              resolve(effectiveDirective),
            );
          });
          const outcome = await fetch(url).then(() => 'answered', String);
          return { outcome, violated: await violated };
        }, outside);
        expectThat(asked.outcome !== 'answered' && asked.violated === 'connect-src', say(asked));
      },
    },
    {
      name: 'nothing that the worker asks for leaves it: it has the page’s policy',
      expects: /Content.Security.Policy|elsewhere\.example/i,
      async run(bench) {
        const tab = await openHarness(bench);
        const asked = await tab.evaluate(async (url) => (await harness).askFromWorker(url), outside);
        expectThat(asked.outcome !== 'answered', say(asked));
        // WebKit refuses as the others do, and nobody is asked; it tells a worker nothing of why.
        const told = bench.engine === 'webkit' ? null : 'connect-src';
        expectThat(asked.violated === told, say(asked));
      },
    },
    {
      name: 'a page in the browser of Sign-in runs no script, also where its frame would allow one',
      expects: /Content.Security.Policy|sandboxed/i,
      async run({ browser, engine, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}#/sign-in`);
        await press(tab, { role: 'button', name: 'Run to the next question…' });
        await until(
          () =>
            tab.evaluate(
              () => document.querySelector<HTMLIFrameElement>('.page iframe')?.contentDocument?.forms.length,
            ),
          (forms) => forms !== undefined && forms > 0,
          'a page with a form',
        );
        const seen = await tab.evaluate(async () => {
          const frame = document.querySelector<HTMLIFrameElement>('.page iframe')!;
          const page = frame.contentDocument!;
          const script = page.createElement('script');
          script.textContent = 'parent.hasRun = true';
          const button = page.createElement('p');
          button.setAttribute('onclick', 'parent.hasRun = true');
          page.body.append(script, button);
          button.click();
          const allowed = frame.sandbox.contains('allow-scripts');
          // A script of our own origin, which the page's policy would let run.
          const own = page.createElement('script');
          const outcome = new Promise<string>((resolve) => {
            own.onload = () => resolve('loaded');
            own.onerror = () => resolve('refused');
          });
          own.src = document.querySelector('script')!.src;
          page.body.append(own);
          return { hasRun: 'hasRun' in window, allowed, own: allowed ? await outcome : 'refused' };
        });
        expectThat(!seen.hasRun && seen.own === 'refused', say(seen));
        expectThat(seen.allowed === (engine === 'webkit'), say(seen));
      },
    },
  ],
};
