/** The shop whose files are fetched: a receiver's program, in which a person fixes the rows. */
import type { Learner } from '../format/learner.ts';

export const shopHost = 'shop.northwind.example';
export const productsUrl = `https://${shopHost}/products.csv`;
export const saleUrl = `https://${shopHost}/sale.tsv`;
export const shopApp = 'Northwind Reader';
export const shopAppId = '26001';
export const merchant = 'mira_holm';
const catalogs = 'https://ads-api.svc.example/5/product_catalogs';
/** The id of the catalog that the lesson's start creates. Addresses contain it. */
export const catalogId = 'fesdz45yww01';

const page = (path: string): string => `https://${shopHost}/${path}`;
const row = (id: string, words: string, availability: string, price: string, link = page(id)): string =>
  `${id},${words},${availability},new,${price},${link},${page(`${id}.jpg`)},Northwind`;

/** The refused rows: the text of each, its fix, and its position in the file. */
export const faults = [
  { line: 6, column: 'price', has: ',12.50,', becomes: ',12.50 EUR,' },
  { line: 8, column: 'availability', has: ',yes,', becomes: ',in stock,' },
  { line: 9, column: 'link', has: ',http://shop', becomes: ',https://shop' },
] as const;

const products = [
  'id,title,description,availability,condition,price,link,image_link,brand',
  row('lantern-01', 'Storm lantern,Burns for nine hours.', 'in stock', '39.00 EUR'),
  row('lantern-02', 'Pocket lantern,"Fits a pocket.\nIs charged by USB."', 'in stock', '24.00 EUR'),
  row('rope-10', 'Rope of 10 m,Floats.', 'in stock', '18.00 EUR'),
  row('rope-05', 'Rope of 5 m,Floats too.', 'in stock', '12.50'),
  row('map-03', 'Harbour map,Printed on cloth.', 'out of stock', '22.00 EUR'),
  row('cup-01', 'Enamel cup,Holds 300 ml.', 'yes', '9.00 EUR'),
  row('knife-02', 'Pocket knife,Folds.', 'in stock', '31.00 EUR', `http://${shopHost}/knife-02`),
  row('bell-01', 'Ship bell,Can be heard for a mile.', 'preorder', '120.00 EUR'),
].join('\n');
export const productRows = 8;

const saleRow = (id: string, title: string, price: string, salePrice: string): string =>
  [
    id,
    title,
    'Until it is gone.',
    'in stock',
    'new',
    price,
    salePrice,
    page(id),
    page(`${id}.jpg`),
    'Northwind',
  ].join('\\t'); // as the program writes a tab

/** The only refused row of the second file. */
export const saleFault = { has: '15.00 EUR\\t16.00 EUR', becomes: '15.00 EUR\\t12.00 EUR' } as const;

const sale = [
  'id\\ttitle\\tdescription\\tavailability\\tcondition\\tprice\\tsale_price\\tlink\\timage_link\\tbrand',
  saleRow('net-01', 'Landing net', '15.00 EUR', '16.00 EUR'),
  saleRow('oar-02', 'Oar', '48.00 EUR', '30.00 EUR'),
  saleRow('buoy-01', 'Buoy', '27.00 EUR', '19.00 EUR'),
].join('\n');
export const saleRows = 3;

/** The shop at the start. */
export const program = `// The files of the shop, line by line as it sends them.
const products = \`${products}
\`;

// A tab between fields is written as \\t.
const sale = \`${sale}
\`;

/** @param {Request} request */
export default async function (request) {
  const { pathname } = new URL(request.url);
  if (pathname === '/products.csv') return new Response(products, { headers: { 'Content-Type': 'text/csv' } });
  if (pathname === '/sale.tsv')
    return new Response(sale, { headers: { 'Content-Type': 'text/tab-separated-values' } });
  return new Response('There is no such file.', { status: 404 });
}
`;

/** The line of the program that contains a text. */
export const programLine = (text: string): number =>
  program.split('\n').findIndex((line) => line.includes(text)) + 1;

/** The program with these rows fixed. */
export const fixed = (
  rows: readonly { readonly has: string; readonly becomes: string }[] = faults,
  of = program,
): string => rows.reduce((code, { has, becomes }) => code.replace(has, () => becomes), of);

/** A merchant with an empty catalog, and the shop. */
export async function openShop(learner: Learner): Promise<void> {
  const userId = learner.userId(merchant);
  await learner.do('catalog.setEarlyAccess', userId, true);
  await learner.do('catalog.setTermsAccepted', userId, true);
  const { json } = await learner.user(merchant, shopApp).post(catalogs, { name: 'Harbour shop' });
  if (json.data.id !== catalogId || learner.appId(shopApp) !== shopAppId)
    throw new Error(`Addresses name another catalog than ${json.data.id}, or another App than ${shopApp}`);
  await learner.do('receivers.save', shopHost, program);
}

export const feedsPath = `${catalogs}/${catalogId}/product_feeds`;
