/**
 * Statistics of entities (choice: ads-stats): a function of the platform's seed, the entity and the hour. No table
 * stores them, so hours always add up to days and totals.
 */
export const metrics = ['impressions', 'clicks', 'engagements', 'billed_charge_local_micro'] as const;
export type Metric = (typeof metrics)[number];
export type Counts = Readonly<Record<Metric, number>>;

export const hourLength = 3_600_000;

/** FNV-1a, 32 bits: the same text gives the same number everywhere. */
function hash(text: string, from = 0x811c9dc5): number {
  let sum = from;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

/** A number from 0 to below 1 from two numbers, by the mixing steps of MurmurHash3. */
function share(one: number, other: number): number {
  let mixed = one ^ Math.imul(other, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** The statistics of an entity for the hour that begins at `at`. */
export function hourOf(seed: string, entityId: string, at: number): Counts {
  const own = hash(entityId, hash(seed));
  const hour = Math.floor(at / hourLength);
  const size = 300 + Math.floor(share(own, 1) ** 3 * 6000);
  // Evenings (UTC) count more than nights.
  const daytime = 0.35 + 0.65 * Math.sin((Math.PI * (((hour % 24) + 24) % 24)) / 24) ** 2;
  const impressions = Math.floor(size * daytime * (0.6 + 0.8 * share(own, hour)));
  const clicks = Math.floor(impressions * (0.004 + 0.03 * share(own, 2)) * (0.5 + share(own ^ 3, hour)));
  const engagements = clicks + Math.floor(impressions * 0.02 * share(own ^ 4, hour));
  const price = 50_000 + 10_000 * Math.floor(share(own, 5) * 150);
  return { impressions, clicks, engagements, billed_charge_local_micro: clicks * price };
}

export const noCounts: Counts = {
  impressions: 0,
  clicks: 0,
  engagements: 0,
  billed_charge_local_micro: 0,
};

export const added = (one: Counts, other: Counts): Counts => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  engagements: one.engagements + other.engagements,
  billed_charge_local_micro: one.billed_charge_local_micro + other.billed_charge_local_micro,
});
