import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Every screen of the dashboard by address; the code of each is fetched when it is first opened. */
export const dashboardScreens: Record<string, LazyExoticComponent<ComponentType>> = {
  '/dashboard': lazy(async () => ({ default: (await import('./home/HomePage.tsx')).HomePage })),
  '/dashboard/profile': lazy(async () => ({ default: (await import('./profile/ProfilePage.tsx')).ProfilePage })),
  '/dashboard/super-admin': lazy(async () => ({ default: (await import('./platform/SuperAdminPage.tsx')).SuperAdminPage })),
  '/dashboard/analytics': lazy(async () => ({ default: (await import('./platform/AnalyticsPage.tsx')).AnalyticsPage })),
  '/dashboard/schools': lazy(async () => ({ default: (await import('./schools/SchoolsPage.tsx')).SchoolsPage })),
  '/dashboard/users': lazy(async () => ({ default: (await import('./accounts/AccountsPage.tsx')).AccountsPage })),
  '/dashboard/support': lazy(async () => ({ default: (await import('./support/SupportPage.tsx')).SupportPage })),
  '/dashboard/school': lazy(async () => ({ default: (await import('./school/SchoolPage.tsx')).SchoolPage })),
  '/dashboard/staff': lazy(async () => ({ default: (await import('./staff/StaffPage.tsx')).StaffPage })),
  '/dashboard/students': lazy(async () => ({ default: (await import('./students/StudentsPage.tsx')).StudentsPage })),
  '/dashboard/classes': lazy(async () => ({ default: (await import('./classes/ClassesPage.tsx')).ClassesPage })),
  '/dashboard/announcements': lazy(async () => ({ default: (await import('./announcements/AnnouncementsPage.tsx')).AnnouncementsPage })),
  '/dashboard/notifications': lazy(async () => ({ default: (await import('./notifications/NotificationsPage.tsx')).NotificationsPage })),
  '/dashboard/subscriptions': lazy(async () => ({ default: (await import('./subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage })),
  '/dashboard/finances': lazy(async () => ({ default: (await import('./finances/FinancesPage.tsx')).FinancesPage })),
  '/dashboard/schedule': lazy(async () => ({ default: (await import('./schedule/SchedulePage.tsx')).SchedulePage })),
  '/dashboard/assignments': lazy(async () => ({ default: (await import('./assignments/AssignmentsPage.tsx')).AssignmentsPage })),
  '/dashboard/grades': lazy(async () => ({ default: (await import('./grades/GradesPage.tsx')).GradesPage })),
  '/dashboard/attendance': lazy(async () => ({ default: (await import('./attendance/AttendancePage.tsx')).AttendancePage })),
  '/dashboard/records': lazy(async () => ({ default: (await import('./records/RecordsPage.tsx')).RecordsPage })),
  '/dashboard/documents': lazy(async () => ({ default: (await import('./documents/DocumentsPage.tsx')).DocumentsPage })),
  '/dashboard/reports': lazy(async () => ({ default: (await import('./reports/ReportsPage.tsx')).ReportsPage })),
  '/dashboard/settings': lazy(async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage })),
};
