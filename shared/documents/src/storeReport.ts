import { formatNumber } from '@masomo/domain/number';
import type { Say } from '@masomo/domain/say';
import { figureLabels, figureNames, type StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { formatDate } from '@masomo/domain/time';
import { issuerLook } from './schoolLook.ts';
import { tablesPaper, type TablesPaper } from './tablesPaper.ts';

type Cell = string | number | null;
/** A table of the report; `numbers` are the indexes of its numeric columns. */
type ReportTable = { title: string; head: string[]; rows: Cell[][]; numbers: number[] };

/** The figures of the store as tables, of which every file of them is made. */
export function storeReportTables({ figures, months, addons, segments }: StoreAnalytics, say: Say): ReportTable[] {
  return [
    {
      title: say('Figures'),
      head: [say('Figure'), say('Value'), say('Previous period'), say('Growth %')],
      rows: figureNames.map((name) => [say(figureLabels[name]), figures[name].value, figures[name].before, figures[name].growth]),
      numbers: [1, 2, 3],
    },
    {
      title: say('Revenue by month'),
      head: [say('Month'), say('SaaS (KES)'), say('Standalone (KES)')],
      rows: months.map(({ month, saas, standalone }) => [month, saas, standalone]),
      numbers: [1, 2],
    },
    {
      title: say('Add-ons'),
      head: [
        say('Add-on'),
        say('Category'),
        say('Sales'),
        say('Revenue (KES)'),
        say('Share %'),
        say('Average price (KES)'),
        say('Growth %'),
      ],
      rows: addons.map((addon) => [
        addon.name,
        addon.category,
        addon.sales,
        addon.revenue,
        addon.percentage,
        addon.average_price,
        addon.growth,
      ]),
      numbers: [2, 3, 4, 5, 6],
    },
    {
      title: say('Customers'),
      head: [say('Segment'), say('Customers'), say('Share %')],
      rows: segments.map(({ segment, count, percentage }) => [segment, count, percentage]),
      numbers: [1, 2],
    },
  ];
}

const cellText = (value: Cell) => (value === null ? '-' : typeof value === 'number' ? formatNumber(value) : value);

/** The figures of the store as a paper. `brand` is the name of the store, `printedOn` an ISO day, `lang` the language of `say`. */
export function storeReportPaper(
  { brand, analytics }: { brand: string; analytics: StoreAnalytics },
  { printedOn, lang }: { printedOn: string; lang: string },
  say: Say,
): TablesPaper {
  const title = say('Store Analytics');
  const period = say('{start} to {end}', { start: formatDate(analytics.from), end: formatDate(analytics.to) });
  return tablesPaper(
    {
      lang,
      look: issuerLook({ name: brand }),
      title,
      note: [brand, title, period].join(', '),
      facts: [
        { label: say('Period'), value: period },
        { label: say('Created on'), value: formatDate(printedOn) },
      ],
      tables: storeReportTables(analytics, say).map(({ rows, ...table }) => ({ ...table, rows: rows.map((row) => row.map(cellText)) })),
      empty: say('Nothing in this period.'),
    },
    say,
  );
}
