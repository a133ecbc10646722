import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The ten capabilities of every version. */
export const capabilities = [
  { title: msg`Student management`, text: msg`Records, guardians, streams, promotion and clearance.` },
  { title: msg`Academic management`, text: msg`CBC and 8-4-4 assessment, exams, timetable, report forms.` },
  { title: msg`Financial management`, text: msg`Invoices, M-Pesa receipts, expenses, payroll, balances.` },
  { title: msg`Certification`, text: msg`Leaving certificates, transfer letters and ID cards.` },
  { title: msg`Resource library`, text: msg`Notes and past papers beside the lending desk.` },
  { title: msg`Customizable add-on modules`, text: msg`Attendance by QR code, biometrics, live classes and more.` },
  { title: msg`Hostel`, text: msg`Dormitories, beds, exeats and boarding lists.` },
  { title: msg`Transport`, text: msg`Routes, stages, vehicles and transport fees.` },
  { title: msg`Admission portal`, text: msg`Online applications, interviews and offers.` },
  { title: msg`Licensing and permissions`, text: msg`One licence per school, rights per role and module.` },
] as const;

export const featureFilters = ['all', 'core', 'academic', 'admin', 'communication', 'addons'] as const;
export type FeatureFilter = (typeof featureFilters)[number];

export const featureFilterLabels: Record<FeatureFilter, MessageDescriptor> = {
  all: msg`All`,
  core: msg`Core`,
  academic: msg`Academic`,
  admin: msg`Administration`,
  communication: msg`Communication`,
  addons: msg`Add-ons`,
};
