export { DataTable, type DataTableColumn, type DataTableProps, type DataTableSort } from './tables/DataTable.tsx';
export { Pagination, type PaginationProps } from './tables/Pagination.tsx';
