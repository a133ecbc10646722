import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type ModuleCategory = 'core' | 'academic' | 'admin' | 'communication';
export const versions = ['saas', 'standalone'] as const;
export type Version = (typeof versions)[number];

/** A default module: part of every licence of the listed versions. */
export type Module = { name: MessageDescriptor; description: MessageDescriptor; category: ModuleCategory; versions: readonly Version[] };

/** The default modules: 21 in the cloud, three more on a school's own server. */
export const modules: readonly Module[] = [
  {
    name: msg`Student Records`,
    category: 'core',
    versions,
    description: msg`One record per student from admission to clearance: guardians, UPI number, medical notes, siblings, discipline and documents.`,
  },
  {
    name: msg`Admission Portal`,
    category: 'core',
    versions,
    description: msg`Parents apply online and upload the birth certificate and last report; the office interviews, admits and allocates a stream.`,
  },
  {
    name: msg`Classes and Streams`,
    category: 'core',
    versions,
    description: msg`Pre-primary to Grade 12 and Form 4, streams, class teachers and promotion of a whole class in one step.`,
  },
  {
    name: msg`Sessions and Terms`,
    category: 'core',
    versions,
    description: msg`Three terms with opening, half-term and closing dates that fees, attendance and reports follow by themselves.`,
  },
  {
    name: msg`Roles and Permissions`,
    category: 'core',
    versions,
    description: msg`Decide what each role may see, add, change or delete, module by module. Licensing is per school, never per user.`,
  },
  {
    name: msg`Subjects and Learning Areas`,
    category: 'academic',
    versions,
    description: msg`CBC learning areas with strands and sub-strands beside 8-4-4 subjects, with the teachers who take them.`,
  },
  {
    name: msg`CBC Assessment`,
    category: 'academic',
    versions,
    description: msg`Record formative and summative scores against rubrics, from Exceeding to Below Expectation, with evidence.`,
  },
  {
    name: msg`Examinations and Marks`,
    category: 'academic',
    versions,
    description: msg`Opening, mid-term and end-term exams; marks entered by subject teachers, checked for gaps, locked when published.`,
  },
  {
    name: msg`Report Forms`,
    category: 'academic',
    versions,
    description: msg`CBC and 8-4-4 report forms with remarks, ranking where you want it, fee balance and opening date, ready to print.`,
  },
  {
    name: msg`Timetable`,
    category: 'academic',
    versions,
    description: msg`Lessons, rooms and teachers on one grid that refuses a double booking; everyone sees their own week.`,
  },
  {
    name: msg`Homework and Assignments`,
    category: 'academic',
    versions,
    description: msg`Set work with a due date, collect it on paper or online, mark it and show parents what is outstanding.`,
  },
  {
    name: msg`Lesson Plans`,
    category: 'academic',
    versions,
    description: msg`Schemes of work and weekly plans against the curriculum, with the syllabus covered so far in plain sight of the head.`,
  },
  {
    name: msg`Resource Library`,
    category: 'academic',
    versions,
    description: msg`Notes, past papers and videos by class and subject, beside the lending desk of the school library.`,
  },
  {
    name: msg`Student Attendance`,
    category: 'academic',
    versions,
    description: msg`Roll call on a phone in under a minute, by day or by lesson, with an SMS home when a student is missing.`,
  },
  {
    name: msg`Fees and Invoicing`,
    category: 'admin',
    versions,
    description: msg`Vote heads, termly invoices, bursaries, sibling discounts and receipts; balances by class, stream or parent.`,
  },
  {
    name: msg`Income and Expenses`,
    category: 'admin',
    versions,
    description: msg`Petty cash, suppliers, budgets and the cash book, so that the bursar closes the month without a spreadsheet.`,
  },
  {
    name: msg`Staff and Payroll`,
    category: 'admin',
    versions,
    description: msg`TSC and BOM staff, leave, staff attendance and payslips with PAYE, SHIF, NSSF and housing levy lines.`,
  },
  {
    name: msg`Certificates and ID Cards`,
    category: 'admin',
    versions,
    description: msg`Leaving certificates, transfer letters, certificates of merit and ID cards from your own templates, numbered and verifiable.`,
  },
  {
    name: msg`Hostel`,
    category: 'admin',
    versions,
    description: msg`Houses, dormitories and beds, boarding lists, exeats and who is on the compound tonight.`,
  },
  {
    name: msg`Transport`,
    category: 'admin',
    versions,
    description: msg`Routes, stages, vehicles and drivers, with transport fees charged by stage on the same invoice.`,
  },
  {
    name: msg`SMS, Email and Notices`,
    category: 'communication',
    versions,
    description: msg`Write to one class, one route or everyone with a balance; delivery is recorded for each parent.`,
  },
  {
    name: msg`Front Office`,
    category: 'communication',
    versions: ['standalone'],
    description: msg`Visitors, gate passes, phone calls and letters in and out, logged at the reception desk.`,
  },
  {
    name: msg`Inventory and Stores`,
    category: 'admin',
    versions: ['standalone'],
    description: msg`Uniforms, exercise books, laboratory and kitchen stock: received, issued and counted.`,
  },
  {
    name: msg`Backup and Updates`,
    category: 'core',
    versions: ['standalone'],
    description: msg`Scheduled backups to a place you choose, one-step restore, and updates you install when it suits the school.`,
  },
];

export const categoryLabels: Record<ModuleCategory, MessageDescriptor> = {
  core: msg`Core`,
  academic: msg`Academic`,
  admin: msg`Administration`,
  communication: msg`Communication`,
};

/** The default modules of one version, in order. */
export function modulesOf(version: Version): Module[] {
  return modules.filter((module) => module.versions.includes(version));
}
