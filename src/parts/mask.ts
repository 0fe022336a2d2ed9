/** The first four and last three characters with dots between; a short secret is all dots. */
export function mask(secret: string): string {
  if (secret === '') return '';
  return secret.length < 16 ? '······' : `${secret.slice(0, 4)}······${secret.slice(-3)}`;
}
