try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('svc-playground:theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  dataset.singleKeys = localStorage.getItem('svc-playground:single-keys') ?? 'on';
} catch {
  // storage denied
}
