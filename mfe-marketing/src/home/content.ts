import { msg } from '@lingui/core/macro';

/** The six product areas on the home page. `icon` is a key of the icons in `FeatureGrid`. */
export const homeFeatures = [
  {
    icon: 'students',
    title: msg`Student Management`,
    text: msg`Admission to clearance in one record: guardians, streams, siblings, medical notes, discipline notes and every document, found by name or admission number.`,
  },
  {
    icon: 'academics',
    title: msg`Academic Management`,
    text: msg`CBC rubrics and 8-4-4 marks side by side. Teachers enter scores on a phone, the system checks the gaps and prints the report forms.`,
  },
  {
    icon: 'finance',
    title: msg`Financial Management`,
    text: msg`Vote heads, termly invoices and M-Pesa payments matched to the right student, so balances are right before the queue forms.`,
  },
  {
    icon: 'certificates',
    title: msg`Certification`,
    text: msg`Leaving certificates, transfer letters and ID cards from your own templates, numbered, signed and verifiable years later.`,
  },
  {
    icon: 'library',
    title: msg`Resource Library`,
    text: msg`Notes, past papers and schemes of work by class and learning area, next to the lending desk of the school library.`,
  },
  {
    icon: 'addons',
    title: msg`Customizable Add-on Modules`,
    text: msg`Start with what you need. Add QR attendance, biometrics, live classes or a second branch when the school is ready for it.`,
  },
] as const;

/** The two ways to run the product. */
export const deployments = [
  {
    version: 'saas',
    name: 'SaaS',
    tag: msg`In our cloud`,
    text: msg`Open a browser and start. We host, back up and update; you run one school or a whole group from the same account.`,
    points: [
      msg`1-month free trial, no card needed`,
      msg`Many schools under one account`,
      msg`Subscribe and renew online, per term or per year`,
      msg`21 modules from the first day`,
    ],
    anchor: '/pricing#saas-pricing',
  },
  {
    version: 'standalone',
    name: 'Standalone',
    tag: msg`On your own server`,
    text: msg`Your server, your domain, your database. A yearly licence for schools that keep their records on the compound.`,
    points: [
      msg`Live demos instead of a trial`,
      msg`Yearly licence, lifetime updates`,
      msg`Deployed in 1-2 weeks; hosting and domain set-up at extra cost`,
      msg`24 modules, 12 optional add-ons`,
    ],
    anchor: '/pricing#standalone-pricing',
  },
] as const;

/** Three moments of a term, each with an illustration. */
export const moments = [
  {
    id: 'fees',
    eyebrow: msg`Opening week`,
    title: msg`Fees post themselves`,
    text: msg`A parent pays by M-Pesa from the matatu. The payment lands on the right student, under the right vote head, and the receipt is on the parent’s phone before the bus has stopped.`,
    points: [
      msg`Every payment matched to an admission number`,
      msg`Balances by class, stream, route or sponsor`,
      msg`Receipts by SMS and email`,
    ],
  },
  {
    id: 'assessment',
    eyebrow: msg`Mid-term`,
    title: msg`CBC without the paper mountain`,
    text: msg`Teachers tick rubric levels on the phone they already own. Strands, sub-strands and evidence stay together, and the report form writes itself.`,
    points: [msg`Formative and summative on one page`, msg`Missing scores flagged before printing`, msg`CBC and 8-4-4 in the same school`],
  },
  {
    id: 'week',
    eyebrow: msg`Every morning`,
    title: msg`Everyone knows their day`,
    text: msg`The timetable refuses a double booking. Roll call takes a minute per class, and a parent hears about an absence before tea break.`,
    points: [msg`Own week on every teacher’s phone`, msg`Attendance by day or by lesson`, msg`SMS home when a student is missing`],
  },
] as const;
