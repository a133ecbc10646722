/** Roles a visitor can sign in as on the demonstration sites. */
export const demoLogins = [
  { role: 'ADMIN', sees: 'Everything: set-up, reports, users' },
  { role: 'TEACHER', sees: 'Roll call, marks, homework, timetable' },
  { role: 'STUDENT', sees: 'Results, homework, library' },
  { role: 'PARENT', sees: 'Fees, attendance, report forms' },
  { role: 'ACCOUNTANT', sees: 'Invoices, receipts, expenses' },
  { role: 'RECEPTIONIST', sees: 'Admissions, visitors, enquiries' },
] as const;

/** Topics of the guided demo in three columns. */
export const demoOverview = [
  {
    title: 'Student Management',
    points: [
      'Admit a student and allocate a stream',
      'Import class lists from a spreadsheet',
      'Guardians, siblings and documents',
      'Promotion at the end of the year',
    ],
  },
  {
    title: 'Academic Functions',
    points: ['CBC rubrics and 8-4-4 marks', 'A timetable without clashes', 'Roll call on a phone', 'Report forms, printed by class'],
  },
  {
    title: 'Administrative Tools',
    points: [
      'Invoice a class in one step',
      'Match M-Pesa payments to students',
      'SMS to parents with a balance',
      'Hostel, transport and payroll',
    ],
  },
] as const;

/** Lengths of the offered meetings. */
export const guidedDemoMinutes = '45-60 minutes';
export const scheduledMeeting = '30-minute meeting';
