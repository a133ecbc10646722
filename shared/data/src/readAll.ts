import { unwrapPage } from '@masomo/data';

/** The maximum of rows that a response has. */
const rowsPerResponse = 1000;

type Response<Row> = Parameters<typeof unwrapPage<Row>>[0];

/**
 * Every row of a query, read in pages because a response has at most a thousand rows.
 * @param readPage reads the rows from one position to another, both included, in an order that is unique
 * @param atOnce how many pages are requested side by side: more than one where most readers need them
 * @throws DataError of the first page that fails
 */
export async function readAll<Row>(readPage: (from: number, to: number) => PromiseLike<Response<Row>>, atOnce = 1): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; rows.length === from; from += atOnce * rowsPerResponse) {
    const starts = Array.from({ length: atOnce }, (_, page) => from + page * rowsPerResponse);
    const pages = await Promise.all(starts.map(async (start) => unwrapPage(await readPage(start, start + rowsPerResponse - 1)).rows));
    rows.push(...pages.flat());
  }
  return rows;
}
