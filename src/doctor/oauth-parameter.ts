/** A protocol parameter of an OAuth header, decoded; undefined if it is absent or unreadable. */
export function parameterOf(authorization: string, name: string): string | undefined {
  const written = new RegExp(`(?:^|[\\s,])${name}="([^"]*)"`).exec(authorization)?.[1];
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

/** Every parameter of an OAuth header, decoded, in order; unreadable ones are left out. */
export const protocolPairs = (authorization: string): [name: string, value: string][] =>
  Array.from(authorization.matchAll(/(?:^|[\s,])([\w.-]+)="([^"]*)"/g), ([, name]) => name!)
    .filter((name, at, all) => all.indexOf(name) === at)
    .flatMap((name): [string, string][] => {
      const value = parameterOf(authorization, name);
      return value === undefined ? [] : [[name, value]];
    });

/** The parameters that a signer writes by itself for every call (RFC 5849 3.1). */
export const writtenBySigner: ReadonlySet<string> = new Set([
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_token',
  'oauth_version',
]);
