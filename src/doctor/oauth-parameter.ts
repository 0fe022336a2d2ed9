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
