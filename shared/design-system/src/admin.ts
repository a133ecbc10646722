export { AdminLayout, type AdminLayoutProps, type AdminMenuEntry } from './admin/AdminLayout.tsx';
export { menuIcons } from './admin/menuIcons.ts';
export { PageHeader, Toolbar, type PageHeaderProps } from './admin/PageHeader.tsx';
export { StatCard, type StatCardProps } from './admin/StatCard.tsx';
