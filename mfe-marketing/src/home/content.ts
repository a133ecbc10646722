/** The six product areas on the home page. `icon` is a key of the icons in `FeatureGrid`. */
export const homeFeatures = [
  {
    icon: 'students',
    title: 'Student Management',
    text: 'Admission to clearance in one record: guardians, streams, siblings, medical notes, discipline notes and every document, found by name or admission number.',
  },
  {
    icon: 'academics',
    title: 'Academic Management',
    text: 'CBC rubrics and 8-4-4 marks side by side. Teachers enter scores on a phone, the system checks the gaps and prints the report forms.',
  },
  {
    icon: 'finance',
    title: 'Financial Management',
    text: 'Vote heads, termly invoices and M-Pesa payments matched to the right student, so balances are right before the queue forms.',
  },
  {
    icon: 'certificates',
    title: 'Certification',
    text: 'Leaving certificates, transfer letters and ID cards from your own templates, numbered, signed and verifiable years later.',
  },
  {
    icon: 'library',
    title: 'Resource Library',
    text: 'Notes, past papers and schemes of work by class and learning area, next to the lending desk of the school library.',
  },
  {
    icon: 'addons',
    title: 'Customizable Add-on Modules',
    text: 'Start with what you need. Add QR attendance, biometrics, live classes or a second branch when the school is ready for it.',
  },
] as const;

/** The two ways to run the product. */
export const deployments = [
  {
    version: 'saas',
    name: 'SaaS',
    tag: 'In our cloud',
    text: 'Open a browser and start. We host, back up and update; you run one school or a whole group from the same account.',
    points: [
      '1-month free trial, no card needed',
      'Many schools under one account',
      'Subscribe and renew online, per term or per year',
      '21 modules from the first day',
    ],
    anchor: '/pricing#saas-pricing',
  },
  {
    version: 'standalone',
    name: 'Standalone',
    tag: 'On your own server',
    text: 'Your server, your domain, your database. A yearly licence for schools that keep their records on the compound.',
    points: [
      'Live demos instead of a trial',
      'Yearly licence, lifetime updates',
      'Deployed in 1-2 weeks; hosting and domain set-up at extra cost',
      '24 modules, 12 optional add-ons',
    ],
    anchor: '/pricing#standalone-pricing',
  },
] as const;

/** Three moments of a term, each with an illustration. */
export const moments = [
  {
    id: 'fees',
    eyebrow: 'Opening week',
    title: 'Fees post themselves',
    text: 'A parent pays by M-Pesa from the matatu. The payment lands on the right student, under the right vote head, and the receipt is on the parent’s phone before the bus has stopped.',
    points: ['Every payment matched to an admission number', 'Balances by class, stream, route or sponsor', 'Receipts by SMS and email'],
  },
  {
    id: 'assessment',
    eyebrow: 'Mid-term',
    title: 'CBC without the paper mountain',
    text: 'Teachers tick rubric levels on the phone they already own. Strands, sub-strands and evidence stay together, and the report form writes itself.',
    points: ['Formative and summative on one page', 'Missing scores flagged before printing', 'CBC and 8-4-4 in the same school'],
  },
  {
    id: 'week',
    eyebrow: 'Every morning',
    title: 'Everyone knows their day',
    text: 'The timetable refuses a double booking. Roll call takes a minute per class, and a parent hears about an absence before tea break.',
    points: ['Own week on every teacher’s phone', 'Attendance by day or by lesson', 'SMS home when a student is missing'],
  },
] as const;
