import { monthInChromium } from './month-in-chromium.ts';
await monthInChromium();
