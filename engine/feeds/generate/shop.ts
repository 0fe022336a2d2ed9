/** What a shop on a northern coast sells. */

export interface Kind {
  readonly name: string;
  readonly type: string;
  readonly category: string;
  /** Lowest price, in whole units of the currency. */
  readonly from: number;
  readonly to: number;
  readonly details: readonly string[];
}

const clothing = 'Apparel & Accessories > Clothing';
const kind = (
  name: string,
  type: string,
  category: string,
  [from, to]: readonly [number, number],
  ...details: readonly string[]
): Kind => ({ name, type, category, from, to, details });

export const kinds: readonly Kind[] = [
  kind(
    'rain coat',
    'Clothing > Coats',
    `${clothing} > Outerwear`,
    [70, 240],
    'Waxed, 7 pockets',
    'Taped seams, hood',
  ),
  kind(
    'storm jacket',
    'Clothing > Coats',
    `${clothing} > Outerwear`,
    [110, 320],
    'Lined, storm cord',
    'Three layers',
  ),
  kind(
    'wool hat',
    'Clothing > Hats',
    'Apparel & Accessories > Clothing Accessories > Hats',
    [18, 45],
    'Boiled wool',
    'Double knit',
  ),
  kind(
    'wool socks',
    'Clothing > Socks',
    `${clothing} > Underwear & Socks`,
    [9, 28],
    'Two pairs, grey',
    'Long, cable knit',
  ),
  kind(
    'deck shoes',
    'Clothing > Shoes',
    'Apparel & Accessories > Shoes',
    [59, 160],
    'White sole, oiled leather',
    'Canvas',
  ),
  kind('canvas bag', 'Bags', 'Luggage & Bags', [24, 120], 'Roll top, 20 l', 'Waxed, leather handles'),
  kind(
    'oil lamp',
    'Home > Light',
    'Home & Garden > Lighting > Lamps',
    [30, 190],
    'Brass, burns for 20 hours',
    'CallHandle spun',
  ),
  kind(
    'head torch',
    'Home > Light',
    'Hardware > Tools > Flashlights',
    [19, 95],
    '400 lm, red light',
    'Floats',
  ),
  kind(
    'enamel mug',
    'Kitchen',
    'Home & Garden > Kitchen & Dining > Tableware',
    [8, 22],
    'Blue rim, 350 ml',
    'Set of two',
  ),
  kind(
    'thermos',
    'Kitchen',
    'Home & Garden > Kitchen & Dining > Food & Beverage Carriers',
    [25, 70],
    'Steel, 1 l',
    'Cup & handle',
  ),
  kind(
    'chart case',
    'Boat > Charts',
    'Vehicles & Parts > Watercraft Parts',
    [35, 110],
    'Watertight, A1',
    'Oak & brass',
  ),
  kind(
    'signal flag',
    'Boat > Signals',
    'Vehicles & Parts > Watercraft Parts',
    [12, 60],
    'Sewn, 60 × 75 cm',
    'Letter of the code',
  ),
];

export const places = [
  ...['Askøy', 'Breton', 'Drift', 'Fjell', 'Harbour', 'Lantern', 'Lofoten', 'Northern', 'Ålesund'],
  ...['Quay', 'Salt', 'Skerry', 'Skipper', 'Storm', 'Tromsø', 'Vestland'],
] as const;

export const brands = ['Northwind', 'Fjord & Sons', 'Skjærgård', 'Tern'] as const;
export const colors = ['black', 'blue', 'grey', 'moss', 'red', 'sand', 'white'] as const;
export const sizes = ['S', 'M', 'L', 'XL'] as const;
export const seasons = ['winter', 'spring', 'summer', 'autumn', 'all year'] as const;
export const warehouses = ['A1', 'A2', 'B1', 'B4', 'C3'] as const;

export const ends = [
  'Dries by the stove.',
  'Made to last.',
  'Repairs for life.',
  'Worn on every tide.',
] as const;
