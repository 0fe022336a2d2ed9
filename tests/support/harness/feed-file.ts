/**
 * A dropped file and a generated one in the harness, and a feed that imports the second: functions that run in the
 * page.
 */
import type {} from './main.ts';

export interface TakenFile {
  /** The folder of the files. */
  readonly kind: string;
  readonly names: readonly string[];
  /** How a run of the generated file ended, and the number of products in the catalog after it. */
  readonly status: string;
  readonly products: number;
  /** The first bytes of the dropped file, read back. */
  readonly head: readonly number[];
}

/** Generates a file of two chunks, drops another, and runs a feed of the first. */
export async function takeFeedFile(rows: number): Promise<TakenFile> {
  const { playground, makeFeed } = await harness;
  await playground.putFile('dropped.csv.gz', new Blob([new Uint8Array([0x1f, 0x8b, 8, 0])]));
  await playground.generateFile('shop.csv', {
    ...{ seed: '7', rows, format: 'CSV', encoding: 'UTF-8', gzip: false },
    ...{ faultyPercent: 0, faults: [], isCutOff: false },
  });
  const feed = await makeFeed('https://files.northwind.example/shop.csv');
  await playground.do('feeds.run', feed);
  const look = async () => {
    const merchants = await playground.ask('merchants.all');
    const catalog = merchants.find((each) => each.catalog)?.catalog;
    return { run: catalog?.feeds[0]?.runs[0], products: catalog?.products ?? 0 };
  };
  let seen = await look();
  while (!seen.run || seen.run.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    seen = await look();
  }
  const { kind, files } = await playground.files();
  const head = [...((await playground.fileHead('dropped.csv.gz'))?.bytes ?? [])];
  return {
    ...{ kind, names: files.map(({ name }) => name).toSorted(), head },
    ...{ status: seen.run.status, products: seen.products },
  };
}

/** The state of these files. */
export async function keptFeedFiles(): Promise<Pick<TakenFile, 'kind' | 'names' | 'products' | 'head'>> {
  const { playground } = await harness;
  const { kind, files } = await playground.files();
  const merchants = await playground.ask('merchants.all');
  const products = merchants.find(({ catalog }) => catalog)?.catalog?.products ?? 0;
  const head = [...((await playground.fileHead('dropped.csv.gz'))?.bytes ?? [])];
  return { kind, names: files.map(({ name }) => name).toSorted(), products, head };
}
