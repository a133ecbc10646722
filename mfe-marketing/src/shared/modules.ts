export type ModuleCategory = 'core' | 'academic' | 'admin' | 'communication';
export type Version = 'saas' | 'standalone';

/** A default module: part of every licence of the listed versions. */
export type Module = { name: string; description: string; category: ModuleCategory; versions: readonly Version[] };

const both = ['saas', 'standalone'] as const;

/** The default modules: 21 in the cloud, three more on a school's own server. */
export const modules: readonly Module[] = [
  {
    name: 'Student Records',
    category: 'core',
    versions: both,
    description:
      'One record per student from admission to clearance: guardians, UPI number, medical notes, siblings, discipline and documents.',
  },
  {
    name: 'Admission Portal',
    category: 'core',
    versions: both,
    description:
      'Parents apply online and upload the birth certificate and last report; the office interviews, admits and allocates a stream.',
  },
  {
    name: 'Classes and Streams',
    category: 'core',
    versions: both,
    description: 'Pre-primary to Grade 12 and Form 4, streams, class teachers and promotion of a whole class in one step.',
  },
  {
    name: 'Sessions and Terms',
    category: 'core',
    versions: both,
    description: 'Three terms with opening, half-term and closing dates that fees, attendance and reports follow by themselves.',
  },
  {
    name: 'Roles and Permissions',
    category: 'core',
    versions: both,
    description: 'Decide what each role may see, add, change or delete, module by module. Licensing is per school, never per user.',
  },
  {
    name: 'Subjects and Learning Areas',
    category: 'academic',
    versions: both,
    description: 'CBC learning areas with strands and sub-strands beside 8-4-4 subjects, with the teachers who take them.',
  },
  {
    name: 'CBC Assessment',
    category: 'academic',
    versions: both,
    description: 'Record formative and summative scores against rubrics, from Exceeding to Below Expectation, with evidence.',
  },
  {
    name: 'Examinations and Marks',
    category: 'academic',
    versions: both,
    description: 'Opening, mid-term and end-term exams; marks entered by subject teachers, checked for gaps, locked when published.',
  },
  {
    name: 'Report Forms',
    category: 'academic',
    versions: both,
    description: 'CBC and 8-4-4 report forms with remarks, ranking where you want it, fee balance and opening date, ready to print.',
  },
  {
    name: 'Timetable',
    category: 'academic',
    versions: both,
    description: 'Lessons, rooms and teachers on one grid that refuses a double booking; everyone sees their own week.',
  },
  {
    name: 'Homework and Assignments',
    category: 'academic',
    versions: both,
    description: 'Set work with a due date, collect it on paper or online, mark it and show parents what is outstanding.',
  },
  {
    name: 'Lesson Plans',
    category: 'academic',
    versions: both,
    description: 'Schemes of work and weekly plans against the curriculum, with the syllabus covered so far in plain sight of the head.',
  },
  {
    name: 'Resource Library',
    category: 'academic',
    versions: both,
    description: 'Notes, past papers and videos by class and subject, beside the lending desk of the school library.',
  },
  {
    name: 'Student Attendance',
    category: 'academic',
    versions: both,
    description: 'Roll call on a phone in under a minute, by day or by lesson, with an SMS home when a student is missing.',
  },
  {
    name: 'Fees and Invoicing',
    category: 'admin',
    versions: both,
    description: 'Vote heads, termly invoices, bursaries, sibling discounts and receipts; balances by class, stream or parent.',
  },
  {
    name: 'Income and Expenses',
    category: 'admin',
    versions: both,
    description: 'Petty cash, suppliers, budgets and the cash book, so that the bursar closes the month without a spreadsheet.',
  },
  {
    name: 'Staff and Payroll',
    category: 'admin',
    versions: both,
    description: 'TSC and BOM staff, leave, staff attendance and payslips with PAYE, SHIF, NSSF and housing levy lines.',
  },
  {
    name: 'Certificates and ID Cards',
    category: 'admin',
    versions: both,
    description:
      'Leaving certificates, transfer letters, certificates of merit and ID cards from your own templates, numbered and verifiable.',
  },
  {
    name: 'Hostel',
    category: 'admin',
    versions: both,
    description: 'Houses, dormitories and beds, boarding lists, exeats and who is on the compound tonight.',
  },
  {
    name: 'Transport',
    category: 'admin',
    versions: both,
    description: 'Routes, stages, vehicles and drivers, with transport fees charged by stage on the same invoice.',
  },
  {
    name: 'SMS, Email and Notices',
    category: 'communication',
    versions: both,
    description: 'Write to one class, one route or everyone with a balance; delivery is recorded for each parent.',
  },
  {
    name: 'Front Office',
    category: 'communication',
    versions: ['standalone'],
    description: 'Visitors, gate passes, phone calls and letters in and out, logged at the reception desk.',
  },
  {
    name: 'Inventory and Stores',
    category: 'admin',
    versions: ['standalone'],
    description: 'Uniforms, exercise books, laboratory and kitchen stock: received, issued and counted.',
  },
  {
    name: 'Backup and Updates',
    category: 'core',
    versions: ['standalone'],
    description: 'Scheduled backups to a place you choose, one-step restore, and updates you install when it suits the school.',
  },
];

export const categoryLabels: Record<ModuleCategory, string> = {
  core: 'Core',
  academic: 'Academic',
  admin: 'Administration',
  communication: 'Communication',
};

/** The default modules of one version, in order. */
export function modulesOf(version: Version): Module[] {
  return modules.filter((module) => module.versions.includes(version));
}
