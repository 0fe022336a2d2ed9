// Before the first paint, so that a remembered theme does not flash. src/frame/theme.svelte.ts writes the key.
try {
  const theme = localStorage.getItem('svc-playground:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage denied: the system's theme it is
}
