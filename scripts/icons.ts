/**
 * `tsx scripts/icons.ts`: draws the icons that Chromium asks for before it offers installation, from the icon of
 * index.html. Run it when that icon changes, and commit `public/icon-*.png`.
 */
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumArgs, findOrInstallBrowser } from './browser.ts';
import { iconSizes, onGround, svgIn } from './vite/installable.ts';

const svg = onGround(svgIn(await readFile('index.html', 'utf8')) ?? '');
const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: [...chromiumArgs] });
try {
  for (const size of iconSizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await page.screenshot({ path: `public/icon-${size}.png` });
  }
} finally {
  await browser.close();
}
