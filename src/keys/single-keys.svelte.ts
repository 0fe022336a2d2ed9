/** Whether keys without Ctrl act (WCAG 2.1.4). remember.ts stores it, public/theme.js reads it. */
class SingleKeys {
  on = $state(document.documentElement.dataset['singleKeys'] !== 'off');
}

export const singleKeys = /* @__PURE__ */ new SingleKeys();
