/** Lets the person choose a file. Resolves when one is chosen; never, if they cancel. */
export function chooseFile(): Promise<File> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,.jsonl,.yaml,.yml,.gz,application/json,application/gzip';
    input.onchange = () => {
      const [file] = input.files ?? [];
      if (file) resolve(file);
    };
    input.click();
  });
}
