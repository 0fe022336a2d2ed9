/** The places that have trends, by "where on earth" id (choice: trends). */
import { folded } from '../../../social/words.ts';

/** The id of the whole world. */
export const worldwide = '1';

/** Names of cities as people write them in their profiles. */
const cities: Readonly<Record<string, string>> = {
  '4118': 'Toronto',
  '44418': 'London',
  '455827': 'São Paulo',
  '560743': 'Dublin',
  '615702': 'Paris',
  '638242': 'Berlin',
  '671072': 'Leipzig',
  '727232': 'Amsterdam',
  '857105': 'Bergen',
  '1105779': 'Sydney',
  '1117545': 'Kobe',
  '1118370': 'Tokyo',
  '1132599': 'Seoul',
  '1398823': 'Lagos',
  '1528488': 'Nairobi',
  '2295411': 'Mumbai',
  '2344116': 'Istanbul',
  '2459115': 'New York',
};

/** Tests whether a profile's location is in a place; undefined for an unknown place. */
export function livesAt(woeid: string): ((location: string) => boolean) | undefined {
  if (woeid === worldwide) return () => true;
  const city = Object.hasOwn(cities, woeid) ? cities[woeid] : undefined;
  return city === undefined ? undefined : (location) => folded(location).includes(folded(city));
}
