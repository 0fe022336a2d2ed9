let failure;

addEventListener(
  'error',
  ({ target, message }) => {
    if (target.localName === 'script')
      failure ??= location.protocol === 'file:' ? ['file'] : ['part', target.src];
    else if (message) failure ??= ['stopped', message];
  },
  true,
);

// Scripts of the page have come or failed by then.
addEventListener('load', () => {
  const shell = document.getElementById('shell');
  if (!failure || !shell) return;
  const [why, what = ''] = failure;
  shell.dataset.why = why;
  for (const place of shell.querySelectorAll('.what'))
    place.textContent = why === 'part' ? refused(what) : what;
});

/** The file that did not arrive, which may be one that the script imports, and what the server said. */
function refused(script) {
  const files = performance.getEntriesByType('resource').filter(({ name }) => /\.[jt]s$/.test(name));
  const { name, responseStatus } = files.find((file) => file.responseStatus >= 400) ??
    files.find((file) => file.name === script) ?? { name: script };
  const file = name.replace(new URL('.', location.href).href, '');
  if (responseStatus >= 400) return `${file}: the server answered ${responseStatus}`;
  return responseStatus ? `${file}: the server does not send it as a script` : file;
}
