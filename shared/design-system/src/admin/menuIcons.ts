import {
  BellIcon, BookOpenIcon, CalendarDaysIcon, ChartColumnIcon, ClipboardCheckIcon, ClipboardListIcon, CreditCardIcon, FileTextIcon, FolderIcon, GraduationCapIcon,
  HouseIcon, ImageIcon, LayoutDashboardIcon, LayoutListIcon, LifeBuoyIcon, MegaphoneIcon, NotebookPenIcon, PackageIcon, ReceiptIcon, SchoolIcon, SettingsIcon, ShieldIcon,
  ShoppingBagIcon, ShoppingCartIcon, TagIcon, UserIcon, UserRoundCogIcon, UsersIcon, WalletIcon, type LucideIcon,
} from 'lucide-react';

/** Icons a menu entry can name. */
export const menuIcons: Record<string, LucideIcon> = {
  home: HouseIcon, user: UserIcon, shield: ShieldIcon, school: SchoolIcon, users: UsersIcon, subscription: CreditCardIcon, staff: UserRoundCogIcon,
  attendance: ClipboardCheckIcon, class: BookOpenIcon, student: GraduationCapIcon, calendar: CalendarDaysIcon, assignment: NotebookPenIcon, grade: ClipboardListIcon,
  record: FolderIcon, finance: WalletIcon, store: ShoppingBagIcon, page: FileTextIcon, support: LifeBuoyIcon, analytics: ChartColumnIcon, report: ReceiptIcon,
  announcement: MegaphoneIcon, notification: BellIcon, document: FileTextIcon, settings: SettingsIcon, dashboard: LayoutDashboardIcon, sections: LayoutListIcon,
  media: ImageIcon, price: TagIcon, addon: PackageIcon, order: ShoppingCartIcon,
};
