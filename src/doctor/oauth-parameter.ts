/** A protocol parameter of an OAuth header, decoded; undefined when it is not there or cannot be read. */
export function parameterOf(authorization: string, name: string): string | undefined {
  const written = new RegExp(`(?:^|[\\s,])${name}="([^"]*)"`).exec(authorization)?.[1];
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

/** Every parameter of an OAuth header, decoded, in its order; what cannot be read is left out. */
export const protocolPairs = (authorization: string): [name: string, value: string][] =>
  Array.from(authorization.matchAll(/(?:^|[\s,])([\w.-]+)="([^"]*)"/g), ([, name]) => name!)
    .filter((name, at, all) => all.indexOf(name) === at)
    .flatMap((name): [string, string][] => {
      const value = parameterOf(authorization, name);
      return value === undefined ? [] : [[name, value]];
    });
