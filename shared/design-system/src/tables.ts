export { DataTable } from './tables/DataTable.tsx';
export type { DataTableColumn, DataTableProps, DataTableSort } from './tables/types.ts';
export { Pagination, type PaginationProps } from './tables/Pagination.tsx';
