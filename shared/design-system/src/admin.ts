export { AdminLayout, type AdminLayoutProps } from './admin/AdminLayout.tsx';
export { HeaderTools } from './admin/HeaderTools.tsx';
export { Breadcrumbs, type Crumb } from './admin/Breadcrumbs.tsx';
export type { AdminMenuEntry } from './admin/SideMenu.tsx';
export { menuIcons } from './admin/menuIcons.ts';
export { PageHeader, type PageHeaderProps } from './admin/PageHeader.tsx';
export { ScreenNav, type ScreenNavProps } from './admin/ScreenNav.tsx';
export { StatCard, type StatCardProps, type StatChange } from './admin/StatCard.tsx';
export { Toolbar } from './admin/Toolbar.tsx';
