import { msg } from '@lingui/core/macro';

/** Whose work a visitor can look at on the demonstration sites; two of the six have no account of their own. */
export const demoLogins = [
  { role: msg`ADMIN`, sees: msg`Everything: set-up, reports, users` },
  { role: msg`TEACHER`, sees: msg`Roll call, marks, homework, timetable` },
  { role: msg`STUDENT`, sees: msg`Results, homework, timetable` },
  { role: msg`PARENT`, sees: msg`Fees, attendance, results` },
  { role: msg`ACCOUNTANT`, sees: msg`Invoices, receipts, balances, with the administrator’s account` },
  { role: msg`RECEPTIONIST`, sees: msg`Students, guardians, attendance, with the office’s account` },
] as const;

/** Topics of the guided demo in three columns. */
export const demoOverview = [
  {
    title: msg`Student Management`,
    points: [
      msg`Admit a student and allocate a stream`,
      msg`Import class lists from a spreadsheet`,
      msg`Guardians, notes and documents`,
      msg`What each parent sees`,
    ],
  },
  {
    title: msg`Academic Functions`,
    points: [
      msg`CBC levels and 8-4-4 marks`,
      msg`A timetable without clashes`,
      msg`Roll call on a phone`,
      msg`Report cards, printed by class`,
    ],
  },
  {
    title: msg`Administrative Tools`,
    points: [
      msg`Invoice a class in one step`,
      msg`Record M-Pesa payments with their reference`,
      msg`Email to parents with a balance`,
      msg`Reports on attendance, results and fees`,
    ],
  },
] as const;

/** Lengths of the offered meetings in minutes. */
export const guidedDemoMinutes = '45-60';
export const scheduledMeetingMinutes = 30;
