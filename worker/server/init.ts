/** `svc-playground init`: writes an example of a scenario file. */
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BadInput } from './bad-input.ts';

const schema = 'scenario.schema.json';

/** Where the schema is: beside the package's modules, beside their parts, and in the repository. */
const places = ['.', '..', '../../public'];

/** Returns instructions. Rejects with `BadInput` when the file exists or cannot be written. */
export async function writeScenario(args: readonly string[]): Promise<string> {
  const [file = 'scenario.yaml', ...more] = args;
  if (more.length > 0 || file.startsWith('-'))
    throw new BadInput(`init takes the name of a file, and not "${args.join(' ')}"`);
  const named = await schemaFor(file);
  // Never overwrites a file.
  await writeFile(file, named === null ? template : `# yaml-language-server: $schema=${named}\n${template}`, {
    flag: 'wx',
  }).catch((error: unknown) => {
    throw new BadInput(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${file} already exists, and init does not overwrite files`
        : `${file} cannot be written: ${String(error)}`,
    );
  });
  return `Wrote ${file}. Start with it: svc-playground serve --scenario ${file}`;
}

/** How the file names the schema to editors; null if there is none. */
async function schemaFor(file: string): Promise<string | null> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const place of places) {
    const found = path.resolve(here, place, schema);
    if (await isThere(found)) return pathFrom(path.dirname(path.resolve(file)), found);
  }
  return null;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** A relative path if the package is installed for the folder, so that it holds for the whole team. */
function pathFrom(folder: string, found: string): string {
  const [project = ''] = found.split(`${path.sep}node_modules${path.sep}`);
  if (!`${folder}${path.sep}`.startsWith(`${project}${path.sep}`)) return pathToFileURL(found).href;
  const relative = path.relative(folder, found).replaceAll(path.sep, '/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

const template = `# A world for svc Playground: svc-playground serve --scenario scenario.yaml
scenario: 1 # the release of this form

# Keys and ids that are left out follow from the seed.
seed: my-team

# Without a clock the world is at the present moment.
# clock: { at: "2026-03-02T09:41:12Z", frozen: true }

users:
  - { username: mira_holm, name: Mira Holm, verified: true, pinned_post: hello }
  - { username: jonas_berg, name: Jonas Berg, password: bread-and-wind }
  - { username: aiko_tan, protected: true }

projects:
  - { name: Harbour, owner: mira_holm, plan: pro } # free, basic, pro or enterprise

apps:
  - name: Harbour Desk
    owner: mira_holm
    project: Harbour
    permission: read-write-directmessages # or read, read-write
    callback_urls: ["http://127.0.0.1:8080/callback"]
    # These are examples. A secret of a real service has no place in here.
    consumer_key: harbour-key
    consumer_secret: harbour-secret
    bearer_token: harbour-bearer
    # client_id and client_secret follow from the seed

# OAuth 1.0a access tokens
access_tokens:
  - { app: Harbour Desk, user: mira_holm, oauth_token: mira-token, oauth_token_secret: mira-secret }
  - { app: Harbour Desk, user: jonas_berg }

oauth2_tokens:
  - { app: Harbour Desk, user: aiko_tan, scopes: [post.read, users.read], access_token: aiko-token }

# An id may be a word: the platform then gives the id, and the word stands for it in this file.
posts:
  - { id: hello, author: mira_holm, text: "The harbour is open. #harbour" }
  - { author: jonas_berg, in_reply_to_post: hello, text: "On my way, @mira_holm!" }
  - { author: aiko_tan, text: Tea or coffee?, poll: { options: [Tea, Coffee], duration_minutes: 1440 } }

follows:
  - { source_user: jonas_berg, target_user: mira_holm }
likes:
  - { user: jonas_berg, post: hello }

bookmarks:
  - { user: mira_holm, post: hello }
bookmark_folders:
  - { id: harbour, owner: mira_holm, name: Harbour }
filed_bookmarks:
  - { folder: harbour, post: hello }

lists:
  - { id: boats, owner: mira_holm, name: Boats }
list_members:
  - { list: boats, user: jonas_berg }

# Without times a Space is live for an hour from the time of the world.
spaces:
  - { id: quay, creator: mira_holm, title: On the quay, speakers: [jonas_berg] }

dm_conversations:
  - { id: chat, participants: [mira_holm, jonas_berg] }
dm_events:
  - { dm_conversation: chat, sender: jonas_berg, text: Bread on Saturday? }

# serve --receiver hooks.harbour.example=http://127.0.0.1:9000 leads it to your program.
webhooks:
  - { id: hook, app: Harbour Desk, url: "https://hooks.harbour.example/events" }
subscriptions:
  - { webhook: hook, user: mira_holm }

# A program that answers at a host. It runs in the page: in a tab, or beside serve --site.
# receivers:
#   - host: practice.harbour.example
#     code: |
#       export default (request) => new Response('Thank you');

ad_accounts:
  - { id: harbour, owner: mira_holm, name: Harbour, timezone: Europe/Oslo, currency: NOK }
funding_instruments:
  - { id: card, account: harbour, currency: NOK }
campaigns:
  - { id: spring, account: harbour, funding_instrument: card, name: Spring, entity_status: ACTIVE }

merchants:
  - { user: mira_holm }
catalogs:
  - { id: shop, owner: mira_holm, name: Harbour shop }
products:
  - catalog: shop
    id: rope-10
    title: Rope, 10 m
    description: Ten metres of hemp rope
    availability: in stock
    condition: new
    price: 12.00 EUR
    link: https://shop.harbour.example/rope-10
    image_link: https://shop.harbour.example/rope-10.png
    brand: Harbour
product_sets:
  - catalog: shop
    name: Under 20 euros
    type: FILTERED
    filters: [{ attribute: price, operator: LESS_THAN, value: 20.00 EUR }]

# serve --feed https://shop.harbour.example/products.csv=./products.csv serves its file.
# product_feeds:
#   - { catalog: shop, feed_url: "https://shop.harbour.example/products.csv", feed_format: CSV, frequency: DAILY }
`;
