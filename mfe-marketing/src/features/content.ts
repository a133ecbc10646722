/** The ten capabilities of every version. */
export const capabilities = [
  { title: 'Student management', text: 'Records, guardians, streams, promotion and clearance.' },
  { title: 'Academic management', text: 'CBC and 8-4-4 assessment, exams, timetable, report forms.' },
  { title: 'Financial management', text: 'Invoices, M-Pesa receipts, expenses, payroll, balances.' },
  { title: 'Certification', text: 'Leaving certificates, transfer letters and ID cards.' },
  { title: 'Resource library', text: 'Notes and past papers beside the lending desk.' },
  { title: 'Customizable add-on modules', text: 'Attendance by QR code, biometrics, live classes and more.' },
  { title: 'Hostel', text: 'Dormitories, beds, exeats and boarding lists.' },
  { title: 'Transport', text: 'Routes, stages, vehicles and transport fees.' },
  { title: 'Admission portal', text: 'Online applications, interviews and offers.' },
  { title: 'Licensing and permissions', text: 'One licence per school, rights per role and module.' },
] as const;

export const featureFilters = ['all', 'core', 'academic', 'admin', 'communication', 'addons'] as const;
export type FeatureFilter = (typeof featureFilters)[number];

export const featureFilterLabels: Record<FeatureFilter, string> = {
  all: 'All',
  core: 'Core',
  academic: 'Academic',
  admin: 'Administration',
  communication: 'Communication',
  addons: 'Add-ons',
};
