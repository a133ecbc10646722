import { t } from '@lingui/core/macro';
import { figureNames, type StoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { csvLine } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { figureDefinitions } from './figures.ts';

type Cell = string | number | null;
/** A table of the report; `numbers` are the indexes of its numeric columns. */
export type ReportTable = { title: string; head: string[]; rows: Cell[][]; numbers: number[] };

/** The whole screen as tables; both the CSV and the PDF export are built from them. */
export function reportTables({ figures, months, addons, segments }: StoreAnalytics): ReportTable[] {
  return [
    {
      title: t`Figures`,
      head: [t`Figure`, t`Value`, t`Previous period`, t`Growth %`],
      rows: figureNames.map((name) => [figureDefinitions[name].label, figures[name].value, figures[name].before, figures[name].growth]),
      numbers: [1, 2, 3],
    },
    {
      title: t`Revenue by month`,
      head: [t`Month`, t`SaaS (KES)`, t`Standalone (KES)`],
      rows: months.map(({ month, saas, standalone }) => [month, saas, standalone]),
      numbers: [1, 2],
    },
    {
      title: t`Add-ons`,
      head: [t`Add-on`, t`Category`, t`Sales`, t`Revenue (KES)`, t`Share %`, t`Average price (KES)`, t`Growth %`],
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
      title: t`Customers`,
      head: [t`Segment`, t`Customers`, t`Share %`],
      rows: segments.map(({ segment, count, percentage }) => [segment, count, percentage]),
      numbers: [1, 2],
    },
  ];
}

/** The report as the lines of a CSV file. */
export function reportCsvLines(data: StoreAnalytics): string[] {
  return [
    csvLine([t`Store Analytics`, data.from, data.to]),
    ...reportTables(data).flatMap(({ head, rows }) => [csvLine([]), csvLine(head), ...rows.map(csvLine)]),
  ];
}

/** A cell formatted for the PDF. */
export function formatCell(value: Cell): string {
  if (value === null) return '-';
  return typeof value === 'number' ? formatNumber(value) : value;
}
