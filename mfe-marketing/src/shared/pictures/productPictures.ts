import { msg } from '@lingui/core/macro';
import familyDark390 from './family-dark-390.webp';
import familyDark780 from './family-dark-780.webp';
import familyLight390 from './family-light-390.webp';
import familyLight780 from './family-light-780.webp';
import feesDark1120 from './fees-dark-1120.webp';
import feesDark560 from './fees-dark-560.webp';
import feesLight1120 from './fees-light-1120.webp';
import feesLight560 from './fees-light-560.webp';
import marksDark1120 from './marks-dark-1120.webp';
import marksDark560 from './marks-dark-560.webp';
import marksLight1120 from './marks-light-1120.webp';
import marksLight560 from './marks-light-560.webp';
import officeDark1440 from './office-dark-1440.webp';
import officeDark720 from './office-dark-720.webp';
import officeLight1440 from './office-light-1440.webp';
import officeLight720 from './office-light-720.webp';
import weekDark1120 from './week-dark-1120.webp';
import weekDark560 from './week-dark-560.webp';
import weekLight1120 from './week-light-1120.webp';
import weekLight560 from './week-light-560.webp';
import { sources } from './sources.ts';

const desk = { width: 1160, height: 780, frame: 'browser' } as const;
const page = { width: 928, height: 730, frame: 'browser' } as const;
const phone = { width: 390, height: 760, frame: 'phone' } as const;

/** Screens of the product with demonstration data; `npm run pictures` takes them. The description is the accessible name. */
export const productPictures = {
  office: {
    ...desk,
    light: sources(officeLight720, officeLight1440, 720),
    dark: sources(officeDark720, officeDark1440, 720),
    description: msg`A head teacher’s first screen: students, staff, attendance, fees outstanding and what needs attention`,
  },
  family: {
    ...phone,
    light: sources(familyLight390, familyLight780, 390),
    dark: sources(familyDark390, familyDark780, 390),
    description: msg`A parent’s first screen on a phone: one child’s attendance, fees, work and results`,
  },
  fees: {
    ...page,
    light: sources(feesLight560, feesLight1120, 560),
    dark: sources(feesDark560, feesDark1120, 560),
    description: msg`The office’s page of fees: what was billed, paid and is outstanding, student by student`,
  },
  marks: {
    ...page,
    light: sources(marksLight560, marksLight1120, 560),
    dark: sources(marksDark560, marksDark1120, 560),
    description: msg`A teacher’s gradebook of one class and subject, with the average and the grade of each student`,
  },
  week: {
    ...page,
    light: sources(weekLight560, weekLight1120, 560),
    dark: sources(weekDark560, weekDark1120, 560),
    description: msg`A teacher’s week: each lesson with its class, subject and room`,
  },
} as const;
