/** Lets the person choose a file. Resolves when one is chosen; never, if they cancel. */
export function chooseFile(
  accept = '.json,.jsonl,.yaml,.yml,.gz,application/json,application/gzip',
): Promise<File> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.onchange = () => {
      const [file] = input.files ?? [];
      if (file) resolve(file);
    };
    input.click();
  });
}
