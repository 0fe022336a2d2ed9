import type { EndpointOutline } from '../../../../worker/api.ts';

export interface Family {
  readonly name: string;
  readonly endpoints: readonly EndpointOutline[];
}

/** The endpoints that contain every word of the search, in the order of the families. */
export function matching(endpoints: readonly EndpointOutline[], q: string): readonly Family[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const families = new Map<string, EndpointOutline[]>();
  for (const endpoint of endpoints) {
    const { method, path, summary, familyName, id, aliases } = endpoint;
    const text = [method, path, summary, familyName, id, ...aliases].join(' ').toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const family = families.get(familyName);
    if (family) family.push(endpoint);
    else families.set(familyName, [endpoint]);
  }
  return [...families].map(([name, some]) => ({ name, endpoints: some }));
}

export const found = (families: readonly Family[]): number =>
  families.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
