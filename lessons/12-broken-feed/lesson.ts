import { clockTime, sentence } from '../format/facts.ts';
import type { Evidence, Facts, RowMoved, RowOf } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { inBrief, writtenDown } from '../format/miss.ts';
import {
  catalogId,
  faults,
  merchant,
  openShop,
  productRows,
  productsUrl,
  programLine,
  saleFault,
  saleRows,
  saleUrl,
  shopApp,
  shopAppId,
  shopHost,
} from './shop.ts';

type Run = RowOf<'feed_runs'>;

const catalog = '#/catalog';
const newFeed = '#/catalog/feeds/new';
const program = (text: string): string => `#/webhooks/receiver/${shopHost}?line=${programLine(text)}`;
const filledFeed = (feed_url: string, feed_format: string): string => {
  const body = JSON.stringify({ feed_url, feed_format, frequency: 'HOURLY' }, null, 2);
  const [path, sent] = [catalogId, body].map(encodeURIComponent);
  return `#/requests/createProductFeed?body=${sent}&app=${shopAppId}&as=${merchant}&path.product_catalog_id=${path}&auth=oauth1`;
};

interface Ended {
  readonly at: number;
  readonly time: number;
  readonly run: Run;
  /** Whether its schedule started it, not a person. */
  readonly isScheduled: boolean;
}

/** The runs that ended, in order. */
function ended(facts: Facts): readonly Ended[] {
  const moved = facts.rows('feed_runs');
  const due = facts.rows('jobs');
  return moved.flatMap(({ at, time, before, after }) => {
    if (!after?.finished_at || before?.finished_at) return [];
    const begun = moved.find((each) => !each.before && each.after?.id === after.id);
    // The transaction that starts a due feed also schedules its next run.
    const isScheduled = due.some(
      (job) => job.at === begun?.at && job.after?.id === `feed-due:${after.feed_id}`,
    );
    return [{ at, time, run: after, isScheduled }];
  });
}

const report = ({ run }: Ended) => ({ label: 'Open the report', to: `#/catalog/runs/${run.id}` });
const shows = ({ at, time }: Ended, told: string): Evidence => ({
  at,
  sequence: null,
  told: told + clock(time),
});
const clock = (time: number): string => ` at ${clockTime(time)}`;
const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
const accepted = ({ counts }: Run): number => counts.created + counts.updated + counts.unchanged;

/** Why a run failed; null for one that did not. */
function failed({ run }: Ended): Omit<Miss, 'wanted' | 'act'> | null {
  if (run.failure === null) return null;
  const { reason, message, line } = run.failure;
  const isUnread = reason === 'COLUMNS_MISSING';
  return {
    headline: isUnread ? 'The columns of the file were not found' : 'The shop sent no file',
    seen: `a run that failed${line === null ? '' : ` in line ${line}`}`,
    because: sentence(message),
    sequence: null,
  };
}

/** Rows that a run rejected; null for none. */
function refused({ run }: Ended): Omit<Miss, 'wanted' | 'act'> | null {
  const { rejected } = run.counts;
  if (rejected === 0) return null;
  const reason = run.reasons.find(({ isWarning }) => !isWarning);
  return {
    headline: rejected === 1 ? '1 row is still rejected' : `${rejected} rows are still rejected`,
    seen: `${accepted(run)} accepted, ${rejected} rejected`,
    because: `Line ${reason?.line}: ${reason?.message}.`,
    sequence: null,
  };
}

const gone = ({ run }: Ended): Omit<Miss, 'wanted' | 'act'> => ({
  headline: 'Rows have left the file',
  seen: `${rows(run.counts.rows)}, none of them rejected`,
  because: 'A run adds and updates what is in the file: a row that was taken out brings no product.',
  sequence: null,
});

const isOfSale = ({ run }: Ended): boolean => run.columns.some(({ name }) => name === 'sale_price');

const firstFeed: Fact = {
  text: 'a feed is made of `products.csv`, **read as CSV**',
  met(facts) {
    const made = facts.rows('product_feeds').find(({ after }) => after && isFirst(after));
    return made ? { at: made.at, sequence: null, told: `made${clock(made.time)}` } : null;
  },
  missed(facts) {
    const other: RowMoved<RowOf<'product_feeds'>> | undefined = facts.rows('product_feeds').at(-1);
    const call = facts.calls('createProductFeed').findLast(({ isAccepted }) => !isAccepted);
    if (other?.after && other.at > (call?.at ?? -1)) {
      const { feed_url, feed_format } = other.after;
      const isElsewhere = feed_url !== productsUrl;
      return {
        headline: isElsewhere ? 'The feed is of another address' : `The feed is read as ${feed_format}`,
        seen: isElsewhere ? feed_url : `${feed_format} for a file of commas`,
        wanted: isElsewhere ? productsUrl : 'CSV',
        because: 'A feed fetches its address as it is written, and reads it by the format that it was given.',
        sequence: null,
        act: { label: 'Make another feed', to: newFeed },
      };
    }
    return call
      ? {
          headline: 'The feed was refused',
          seen: `${call.status} for the call that makes it`,
          wanted: 'an answer with 201',
          because: call.because,
          sequence: call.exchange.sequence,
          act: { label: 'Open the call filled in', to: filledFeed(productsUrl, 'CSV') },
        }
      : null;
  },
};

const mendedBefore: Omit<Miss, 'wanted' | 'act'> = {
  headline: 'The rows were fixed before they were read',
  seen: `${rows(productRows)} accepted, none rejected`,
  because: 'The shop’s program was changed: as it was at first, three of its rows are rejected.',
  sequence: null,
};

const isFirst = ({ feed_url, feed_format }: RowOf<'product_feeds'>): boolean =>
  feed_url === productsUrl && feed_format === 'CSV';

const isFirstReport = ({ run }: Ended): boolean =>
  faults.every(({ line, column }) =>
    run.reasons.some((reason) => reason.line === line && reason.column === column),
  );

const firstRun: Fact = {
  text: 'a run of it ends, with **three rows rejected**',
  met(facts) {
    const first = ended(facts).find(isFirstReport);
    return first
      ? shows(first, `${accepted(first.run)} accepted, ${first.run.counts.rejected} rejected`)
      : null;
  },
  missed(facts) {
    const last = ended(facts).at(-1);
    if (!last) return null;
    const miss = failed(last) ?? refused(last) ?? (isWhole(last) ? mendedBefore : gone(last));
    return { ...miss, wanted: 'five rows accepted, and three rejected', act: report(last) };
  },
};

const columns = 'id title description availability condition price link image_link brand'.split(' ');

/** Lines and columns as a person wrote them down, in pairs. */
export function placesIn(text: string): readonly { readonly line: number; readonly column: string }[] {
  const words = text.toLowerCase().match(/\d+|[a-z_]+/g) ?? [];
  const said = words.filter((word) => /^\d/.test(word) || columns.includes(word));
  return said.flatMap((word, at) => {
    const other = said[at + 1];
    if (at % 2 === 1 || other === undefined) return [];
    const [line, column] = /^\d/.test(word) ? [Number(word), other] : [Number(other), word];
    return [{ line, column }];
  });
}

const isNamed = (text: string) => (fault: (typeof faults)[number]) =>
  placesIn(text).some(({ line, column }) => line === fault.line && column === fault.column);

const threePlaces = writtenDown({
  text: '**line and column** of all three rows are written down',
  told: 'all three places are right',
  isRight: (text) => faults.every(isNamed(text)),
  missed(text) {
    const places = placesIn(text);
    const act = { label: 'Open the feed', to: catalog };
    const seen = text === '' ? 'nothing' : inBrief(text);
    const moved = faults.find(({ line, column }) =>
      places.some((each) => each.column === column && each.line !== line),
    );
    if (moved)
      return {
        headline: `The row with the wrong ${moved.column} is on another line`,
        wanted: 'the line as the report has it',
        because:
          'Lines count from the row that names the columns, and a line break within quotes begins a new line in the middle of a row.',
        ...{ seen, act },
      };
    const strange = places.find(({ line }) => faults.every((fault) => fault.line !== line));
    const elsewhere = places.find(({ line, column }) =>
      faults.some((fault) => fault.line === line && fault.column !== column),
    );
    const wrong = elsewhere ?? strange;
    if (wrong)
      return {
        headline: `Line ${wrong.line} is not rejected for its ${wrong.column}`,
        wanted: 'the column that the report names beside the reason',
        because:
          'A row is rejected for the first thing that is wrong with it, and the report names that column.',
        ...{ seen, act },
      };
    const found = faults.filter(isNamed(text)).length;
    return {
      headline: found === 0 ? 'No line with its column was read' : `${found} of the three rows are named`,
      wanted: 'a line and a column for each of the three',
      because: 'The report has a line for each reason, with its column and the first line that has it.',
      ...{ seen, act },
    };
  },
});

const isWhole = ({ run }: Ended): boolean =>
  run.status === 'SUCCEEDED' && run.counts.rejected === 0 && run.counts.rows >= productRows;

const fixed: Fact = {
  text: 'a run takes **all eight rows**, and rejects none',
  met(facts) {
    const whole = ended(facts).find(isWhole);
    if (!whole) return null;
    const { created, updated, unchanged } = whole.run.counts;
    return shows(whole, `${created} created, ${updated} updated, ${unchanged} as before`);
  },
  missed(facts) {
    const last = ended(facts).at(-1);
    if (!last) return null;
    const wanted = 'a run of eight rows with none rejected';
    const act = { label: 'Open the shop’s program', to: program(faults[0].has) };
    if (last.run.status === 'UNCHANGED')
      return {
        headline: 'The shop still sends the same file',
        seen: 'a run that ended as UNCHANGED',
        because: 'Length and digest are those of the last run, so the file was not read again.',
        ...{ wanted, act, sequence: null },
      };
    return { ...(failed(last) ?? refused(last) ?? gone(last)), wanted, act };
  },
};

const changesNothing = ({ run: { status, counts } }: Ended): boolean =>
  status === 'UNCHANGED' ||
  (status === 'SUCCEEDED' && counts.created + counts.updated + counts.rejected === 0);

const scheduled: Fact = {
  text: 'a run **begun by its schedule** changes nothing',
  met(facts) {
    const run = ended(facts).find((each) => each.isScheduled && changesNothing(each));
    return run ? shows(run, 'nothing to do, found') : null;
  },
  missed(facts) {
    const last = ended(facts).at(-1);
    if (!last) return null;
    const wanted = 'a run that its schedule began, of the same file';
    const act = { label: 'Open the catalog', to: catalog };
    if (!last.isScheduled)
      return {
        headline: 'That run was begun by hand',
        seen: `a run${clock(last.run.queued_at)}, when it was asked for`,
        because:
          'A run by hand begins at once and leaves the schedule as it is: the next scheduled run is still to come.',
        ...{ wanted, act, sequence: null },
      };
    const { created, updated, rejected } = last.run.counts;
    return {
      ...(failed(last) ?? {
        headline: 'The schedule found another file',
        seen: `${created} created, ${updated} updated, ${rejected} rejected`,
        because: 'The file had changed since the last run, so it was read again from its first line.',
        sequence: null,
      }),
      ...{ wanted, act },
    };
  },
};

const saleTaken: Fact = {
  text: 'a run takes **every row of `sale.tsv`**, and rejects none',
  met(facts) {
    const run = ended(facts).find(
      (each) => isOfSale(each) && each.run.counts.rejected === 0 && each.run.counts.rows >= saleRows,
    );
    return run ? shows(run, `${accepted(run.run)} accepted`) : null;
  },
  missed(facts) {
    const last = ended(facts).findLast((each) => isOfSale(each) || each.run.failure !== null);
    if (!last) return null;
    const isTaken = last.run.failure === null;
    return {
      ...(failed(last) ?? refused(last) ?? gone(last)),
      wanted: `a run of ${rows(saleRows)} with none rejected`,
      act: isTaken ? { label: 'Open the shop’s program', to: program(saleFault.has) } : report(last),
    };
  },
};

export const lesson: Lesson = {
  number: 12,
  slug: 'broken-feed',
  group: 'Feeds',
  title: 'A feed with three faults',
  minutes: 7,
  searchedFor: [
    'product feed rows rejected without a line number',
    'csv feed not updating after I fixed it',
    'schedule a product feed',
  ],
  about:
    'A shop’s file has three rows that the catalog does not take. You schedule it, read which line and which column is wrong, fix the rows where they are written, and let the clock fetch it again.',
  start: {
    about: `@${merchant} has an empty catalog, and a shop at ${shopHost} that sends its products as a file.`,
    ...{ scenario: 'small', seed: 'lesson-12', at: '2026-03-02T09:00:00Z', app: shopApp, as: merchant },
    arrange: openShop,
  },
  steps: [
    {
      title: 'Have the file fetched',
      text: `The shop’s file is \`${productsUrl}\`. Choose **An address**, put it in, and choose **Hourly**. Then press **Create the feed and run it**: some rows will be rejected, and the rest is taken.`,
      facts: [firstFeed, firstRun],
      why: 'A feed is an address with a schedule, and each run goes through the file row by row. A broken row is left out and listed, so that one mistake does not keep the other products from the catalog.',
      hints: [
        'A new feed is made in Catalog. Its first choice says where the file comes from.',
        'Address takes the whole address with https, and Read as stays at CSV.',
        `It is ${productsUrl}: the name ends in .csv, and its fields are separated by commas.`,
      ],
      ...{ at: newFeed, filled: filledFeed(productsUrl, 'CSV') },
    },
    {
      title: 'Find the three rows',
      text: 'Open the feed and its **Report**: there is a line for each reason, and a reason opens its row, with what was read in each column. Write down **line and column** of all three.',
      asks: 'Line and column of each, such as 3 title, 7 brand',
      facts: [threePlaces],
      why: 'A line of the report is a line of the file, counted from the one that names the columns. One description has a line break in quotes, so from there on lines and rows no longer count alike.',
      hints: [
        'The report is in Catalog: open the feed, then Report. Why rows were rejected is below the counts.',
        'The table there has the columns Column and First line.',
        `The last one is line ${faults[2].line}, ${faults[2].column}: the address begins with http, and https is needed.`,
      ],
      ...{ at: catalog, filled: catalog },
    },
    {
      title: 'Fix them where they are written',
      text: `The rows are in the program of \`${shopHost}\`. Fix the three: a price has a currency, as **12.50 EUR**; what can be bought is **in stock**; an address begins with **https**. Press **Save**, then open the feed in **Catalog** and press **Run now**.`,
      facts: [fixed],
      why: 'The three rows became products, and the five others were compared and left as they were. A feed never changes its file: what is wrong in it is fixed at its source, or it comes back with each run.',
      hints: [
        'The program opens in Webhooks. The file is the text at its top.',
        'The values are 12.50 in the row of rope-05, yes in that of cup-01, and http in the link of knife-02.',
        'Write 12.50 EUR, in stock and https, since the report says what each column takes.',
      ],
      ...{ at: program(faults[0].has), filled: program(faults[0].has) },
    },
    {
      title: 'Let the clock fetch it',
      text: 'The file is whole, and the feed is fetched each hour. Press **+1 h** at the clock (**+24 h** if you chose Daily) and look at what its schedule did.',
      facts: [scheduled],
      why: 'Each run fetches the file, and compares its length and digest with those of the last one that succeeded. They were the same, so nothing was read again and no product was touched.',
      hints: [
        'The feed says in Catalog when it is fetched next.',
        'The clock is at the top of the page, with its jumps beside it.',
        '+1 h goes past the next full hour, which is when an hourly feed is due.',
      ],
      ...{ at: catalog, filled: catalog },
    },
    {
      title: 'Bring in a second file',
      text: `The shop also sends \`${saleUrl}\`. Get **all of its rows** into the catalog, whatever it takes.`,
      facts: [saleTaken],
      why: 'Tabs or commas is a setting of the feed, and a wrong one finds no columns at all. The price of a sale has to be below the price, which no column shows by itself: two columns were compared.',
      hints: [
        'It takes a feed of its own, a look at the report, and one row that is fixed.',
        'The name ends in .tsv, which says how its fields are separated.',
        'Read it as TSV. Then fix the sale_price of net-01: 16.00 EUR is more than its price.',
      ],
      ...{ at: newFeed, filled: filledFeed(saleUrl, 'TSV') },
    },
  ],
};
