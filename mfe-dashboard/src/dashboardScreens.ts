import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Screens by address; each one's code is loaded when it is first opened. */
export const dashboardScreens: Record<string, LazyExoticComponent<ComponentType>> = {
  '/dashboard': lazy(async () => ({ default: (await import('./account/home/HomePage.tsx')).HomePage })),
  '/dashboard/profile': lazy(async () => ({ default: (await import('./account/profile/ProfilePage.tsx')).ProfilePage })),
  '/dashboard/super-admin': lazy(async () => ({ default: (await import('./platform/analytics/SuperAdminPage.tsx')).SuperAdminPage })),
  '/dashboard/super-admin/releases': lazy(async () => ({ default: (await import('./platform/releases/ReleasesPage.tsx')).ReleasesPage })),
  '/dashboard/analytics': lazy(async () => ({ default: (await import('./platform/analytics/AnalyticsPage.tsx')).AnalyticsPage })),
  '/dashboard/schools': lazy(async () => ({ default: (await import('./platform/schools/SchoolsPage.tsx')).SchoolsPage })),
  '/dashboard/schools/:id': lazy(async () => ({ default: (await import('./platform/schools/SchoolOverviewPage.tsx')).SchoolOverviewPage })),
  '/dashboard/users': lazy(async () => ({ default: (await import('./platform/users/AccountsPage.tsx')).AccountsPage })),
  '/dashboard/users/audit': lazy(async () => ({ default: (await import('./platform/users/AuditPage.tsx')).AuditPage })),
  '/dashboard/support': lazy(async () => ({ default: (await import('./platform/support/SupportPage.tsx')).SupportPage })),
  '/dashboard/school': lazy(async () => ({ default: (await import('./campus/school/SchoolPage.tsx')).SchoolPage })),
  '/dashboard/staff': lazy(async () => ({ default: (await import('./people/staff/StaffPage.tsx')).StaffPage })),
  '/dashboard/students': lazy(async () => ({ default: (await import('./people/students/StudentsPage.tsx')).StudentsPage })),
  '/dashboard/students/import': lazy(async () => ({ default: (await import('./people/import/ImportPage.tsx')).ImportPage })),
  '/dashboard/students/:id': lazy(async () => ({ default: (await import('./people/students/StudentPage.tsx')).StudentPage })),
  '/dashboard/classes': lazy(async () => ({ default: (await import('./learning/classes/ClassesPage.tsx')).ClassesPage })),
  '/dashboard/classes/:id': lazy(async () => ({ default: (await import('./learning/classes/ClassPage.tsx')).ClassPage })),
  '/dashboard/announcements': lazy(async () => ({
    default: (await import('./messages/announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
  })),
  '/dashboard/notifications': lazy(async () => ({
    default: (await import('./messages/notifications/NotificationsPage.tsx')).NotificationsPage,
  })),
  '/dashboard/subscriptions': lazy(async () => ({
    default: (await import('./platform/subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage,
  })),
  '/dashboard/finances': lazy(async () => ({ default: (await import('./money/finances/FinancesPage.tsx')).FinancesPage })),
  '/dashboard/finances/fees': lazy(async () => ({ default: (await import('./money/finances/FeesPage.tsx')).FeesPage })),
  '/dashboard/finances/payments': lazy(async () => ({ default: (await import('./money/finances/PaymentsPage.tsx')).PaymentsPage })),
  '/dashboard/finances/invoices': lazy(async () => ({ default: (await import('./money/finances/InvoicesPage.tsx')).InvoicesPage })),
  '/dashboard/finances/:id': lazy(async () => ({ default: (await import('./money/finances/AccountPage.tsx')).AccountPage })),
  '/dashboard/schedule': lazy(async () => ({ default: (await import('./learning/timetable/SchedulePage.tsx')).SchedulePage })),
  '/dashboard/assignments': lazy(async () => ({ default: (await import('./learning/assignments/AssignmentsPage.tsx')).AssignmentsPage })),
  '/dashboard/assignments/:id': lazy(async () => ({ default: (await import('./learning/assignments/AssignmentPage.tsx')).AssignmentPage })),
  '/dashboard/grades': lazy(async () => ({ default: (await import('./learning/grades/GradesPage.tsx')).GradesPage })),
  '/dashboard/attendance': lazy(async () => ({ default: (await import('./learning/attendance/AttendancePage.tsx')).AttendancePage })),
  '/dashboard/records': lazy(async () => ({ default: (await import('./people/records/RecordsPage.tsx')).RecordsPage })),
  '/dashboard/documents': lazy(async () => ({ default: (await import('./messages/documents/DocumentsPage.tsx')).DocumentsPage })),
  '/dashboard/reports': lazy(async () => ({ default: (await import('./learning/reports/AttendanceReportPage.tsx')).AttendanceReportPage })),
  '/dashboard/reports/results': lazy(async () => ({
    default: (await import('./learning/reports/ResultsReportPage.tsx')).ResultsReportPage,
  })),
  '/dashboard/reports/fees': lazy(async () => ({ default: (await import('./learning/reports/FeesReportPage.tsx')).FeesReportPage })),
  '/dashboard/settings': lazy(async () => ({ default: (await import('./platform/settings/SettingsPage.tsx')).SettingsPage })),
};
