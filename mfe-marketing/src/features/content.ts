import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The ten capabilities of every version; one that is a module of its own is in preparation as long as that is. */
export const capabilities: readonly { title: MessageDescriptor; text: MessageDescriptor; module?: string }[] = [
  { title: msg`Student management`, text: msg`Records, guardians, streams, notes and documents.` },
  { title: msg`Academic management`, text: msg`CBC and 8-4-4 assessment, exams, timetable, report cards.` },
  { title: msg`Financial management`, text: msg`Invoices, payments, receipts, reminders and balances.` },
  { title: msg`Certification`, text: msg`Leaving certificates, transfer letters and ID cards.`, module: 'certificates-and-id-cards' },
  { title: msg`Resource library`, text: msg`Notes and past papers beside the lending desk.`, module: 'resource-library' },
  { title: msg`Customizable add-on modules`, text: msg`Bought one by one; the store says which are ready.` },
  { title: msg`Hostel`, text: msg`Dormitories, beds, exeats and boarding lists.`, module: 'hostel' },
  { title: msg`Transport`, text: msg`Routes, stages, vehicles and transport fees.`, module: 'transport' },
  { title: msg`Admission portal`, text: msg`Online applications, interviews and offers.`, module: 'admission-portal' },
  { title: msg`Licensing and permissions`, text: msg`One licence per school, rights by role.` },
];

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
