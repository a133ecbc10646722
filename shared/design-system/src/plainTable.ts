// Tables of values, as public pages have them too; lists of records, with what they need to be sorted and paged, are `@masomo/design-system/tables`.
export { PlainTable, type PlainColumn, type PlainTableProps, type PlainTotal } from './tables/PlainTable.tsx';
