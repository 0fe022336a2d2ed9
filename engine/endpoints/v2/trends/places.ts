/** The places that have trends, by their ids "where on earth" (choice: trends). */
import { folded } from '../../../social/words.ts';

/** Everywhere. */
export const worldwide = '1';

/** Names as people write them in their profiles. */
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

/** Whether somebody lives at a place, by what their profile says; undefined for an unknown place. */
export function livesAt(woeid: string): ((location: string) => boolean) | undefined {
  if (woeid === worldwide) return () => true;
  const city = Object.hasOwn(cities, woeid) ? cities[woeid] : undefined;
  return city === undefined ? undefined : (location) => folded(location).includes(folded(city));
}
