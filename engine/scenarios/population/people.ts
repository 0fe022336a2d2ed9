/** The users besides the first four, one per line, and the topics of all. */
import { atLeast, itemAt } from '../../checked/known.ts';
import type { User } from '../../state/tables/accounts.ts';
import type { StateView, Write } from '../../state/state.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly isProtected: boolean;
  /** Names of topics. */
  readonly topics: readonly string[];
  /** Offset of local time from UTC, in hours. */
  readonly offset: number;
  /** How much they post and how many followers they get: 1 to 9. */
  readonly weight: number;
  /** Style: l lower case, s one sentence, w two, e with a sign, t with tags. */
  readonly voice: string;
}

/** Offsets from UTC in hours. They stay the same all year: the minute of a post does not matter. */
const places: Readonly<Record<string, number>> = {
  Bergen: 1,
  Leipzig: 1,
  Kōbe: 9,
  Lagos: 1,
  Lisbon: 0,
  Glasgow: 0,
  Utrecht: 1,
  Seoul: 9,
  Athens: 2,
  Montréal: -5,
  Nairobi: 3,
  Wellington: 13,
  Valparaíso: -3,
  Tbilisi: 4,
  Cairo: 2,
  Taipei: 8,
};

/** The four of the starter: topics, weight, voice. */
const four = [
  'oauth words bread harbour|9|',
  'bread bicycle oauth|4|',
  'maps type ja|7|',
  'oauth repair football|6|s',
];

/** username, name, place, topics, weight, voice, description; * is verified, ! protected. */
const newcomers = `
kai_ferry|Kai Lindqvist|Bergen|harbour weather|6||Deckhand. The ferry leaves without me, on principle.
lena_brandt|Lena Brandt|Leipzig|repair radio|5|w|Mends radios and, on Thursdays, the people who own them.
tom_okafor|Tom Okafor|Lagos|football words|5||Referee on Sundays. Lawyer the rest of the week, for balance.
ines_moura|Inês Moura|Lisbon|trains words weather|6||Night trains, day jobs. Photographs of neither.
ruth_macrae|Ruth Macrae|Glasgow|maps harbour|5|w|Retired hydrographer. Still correcting charts, unasked.
bram_van_dijk|Bram van Dijk|Utrecht|bicycle repair|5|l|two wheels, one pannier, no plan
sora_hayashi*|林 そら|Kōbe|type ja|6|s|文字をつくる人。 Letters, mostly round ones.
minji_kim|Kim Minji 김민지|Seoul|words ko|4||자막 번역. Thirty-seven characters a line.
nikos_pap|Νίκος Παπαδάκης|Athens|garden el|3||Lemons, patience, buses.
odile_roy|Odile Roy|Montréal|choir children|5||Second alto, first-grade teacher. Both are about breathing.
wanjiru_m*|Wanjiru Mwangi|Nairobi|oauth birds|6|t|Reads RFCs for the footnotes.
pita_henare|Pita Henare|Wellington|children football|4||Year four. They know more than they let on.
carla_rios*|Carla Ríos|Valparaíso|radio weather|7|e|Late show, long wave, strong tea.
giorgi_k|Giorgi Kapanadze|Tbilisi|choir bread|4|w|Bass. Bakes in the same key.
nadia_saleh|Nadia Saleh نادية صالح|Cairo|words ar|5||Translates novels, leases and looks.
wei_lin|林薇 Wei Lin|Taipei|maps zh bicycle|4||Small maps of small places.
dasha_voron|Даша Воронова|Tbilisi|birds ru|4||Веду дневник птиц. They keep one about me.
hugo_ferreira|Hugo Ferreira|Lisbon|bread bicycle|4|s|Baker's hours, cyclist's knees.
anneke_visser|Anneke Visser|Utrecht|garden trains|4||Plot 14, by the railway. I wave.
fergus_boyd|Fergus Boyd|Glasgow|football weather|5|l|keeper. dentist. wet.
tunde_a|Tunde Adeyemi|Lagos|oauth radio|5||Backend by day, shortwave by night.
ingrid_sol!|Ingrid Solheim|Bergen|harbour birds|3||Counts things that fly off. Friends only.
mats_eriksen|Mats Eriksen|Bergen|bread trains harbour|4|e|Buys the burnt ones.
yuki_mori|森 ゆき|Kōbe|garden harbour ja|3||坂の多い町で、植木鉢と暮らす。
paul_zschau|Paul Zschau|Leipzig|type repair|4|w|Letterpress. Ask before you touch the drawers.
greta_lorenz|Greta Lorenz|Leipzig|bicycle children|4||Cargo bike, two passengers, endless questions.
amara_nwosu|Amara Nwosu|Lagos|choir words|5||Sings what she cannot translate.
jay_park|Jay Park|Seoul|oauth bicycle|5|l|ships on mondays, rides on fridays
eleni_dimou|Eleni Dimou|Athens|harbour bread el|4||Writes about ports for people who get seasick.
luc_tremblay|Luc Tremblay|Montréal|trains birds|4||Signalman, retired. The birds are on time.
achieng_o|Achieng Otieno|Nairobi|garden football|4|e|Midfield, maize, midwifery.
moana_tane|Moana Tane|Wellington|weather choir|4|w|Forecasts, rehearsed.
diego_sanmartin|Diego San Martín|Valparaíso|maps type|5|t|Stairs of Valparaíso, drawn one by one.
tamar_jikia!|Tamar Jikia|Tbilisi|repair words|3||If you can read this, we have had coffee.
northwind_help*|Northwind Help|Bergen|oauth words|5|s|What Northwind Reader did, and why. Weekdays.
quay_raffles|Quay Raffles||raffles|1|e|You may already have won.
`;

const month = 30 * 86_400_000;

/** The four, and those who can be added: a taken name gets a number, a taken id is replaced by the next one. */
export function settle(first: readonly User[], state: StateView, write: Write): Person[] {
  const people = first.map((user, index) => person(user, atLeast(itemAt(four, index).split('|'), 3)));
  let next = BigInt(itemAt(first, 0).id) + 4n;
  for (const [index, line] of lines(newcomers).entries()) {
    const [marked, name, location, topics, weight, voice, description] = atLeast(line.split('|'), 7);
    while (state.tables.users.get(String(next))) next++;
    const wanted = marked.replace(/[*!]/, '');
    let username = wanted;
    for (let again = 2; state.tables.users.firstBy('username', username); again++)
      username = wanted.slice(0, 12) + String(again);
    const user = write.users.insert({
      id: String(next),
      username,
      name: name,
      email: `${username}@mail.example`,
      password: `${itemAt(wanted.split('_'), 0)}-harbour-${11 + index}`,
      created_at: Math.min(
        Date.UTC(2024, 7, 3 + 11 * index, 6 + (index % 13), 7 * index),
        state.now() - 2 * month,
      ),
      description: description,
      location: location,
      url: index % 3 === 0 ? `https://${wanted.replaceAll('_', '-')}.example` : '',
      verified: marked.endsWith('*'),
      protected: marked.endsWith('!'),
      pinned_post_id: null,
    });
    people.push(person(user, [topics, weight, voice]));
  }
  return people;
}

const person = (
  user: User,
  [topics, weight, voice]: readonly [string, string, string, ...string[]],
): Person => ({
  id: user.id,
  username: user.username,
  isProtected: user.protected,
  topics: topics.split(' '),
  offset: places[user.location] ?? 0,
  weight: Number(weight),
  voice,
});

export const lines = (text: string): string[] => text.trim().split('\n');
