/** Paths with parameters, such as `/2/users/:id`. */

export function fitsPath(form: string, path: string): boolean {
  const wanted = form.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

export const variablesIn = (form: string): number => form.split('/:').length - 1;
