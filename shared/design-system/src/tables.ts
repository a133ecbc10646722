export { ActionMenu, type ActionMenuProps, type MenuAction } from './tables/ActionMenu.tsx';
export { BookmarkIcon, DownloadIcon, PrinterIcon } from 'lucide-react';
export { DataTable } from './tables/DataTable.tsx';
export type { DataTableColumn, DataTableProps, DataTableSort, RowLayout } from './tables/types.ts';
export { Pagination, type PaginationProps } from './tables/Pagination.tsx';
export { SheetTable } from './tables/SheetTable.tsx';
