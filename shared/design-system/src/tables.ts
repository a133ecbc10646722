export { ActionMenu, type ActionMenuProps } from './tables/ActionMenu.tsx';
export type { MenuAction } from './tables/menuAction.ts';
export { BookmarkIcon, DownloadIcon, PrinterIcon } from 'lucide-react';
export { DataTable } from './tables/DataTable.tsx';
export type { DataTableColumn, DataTableProps, DataTableSort, RowLayout } from './tables/types.ts';
export { Pagination, type PaginationProps } from './tables/Pagination.tsx';
export { SheetTable } from './tables/SheetTable.tsx';
