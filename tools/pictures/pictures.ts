import type { Page } from '@playwright/test';
import { inLanguage, type Language } from '@masomo/contracts/languages';
import { accounts } from '../browser/demoAccounts.ts';

/** A picture of one screen of the demonstration, taken in the light and the dark theme. */
export type Picture = {
  name: string;
  account: string | null;
  address: string;
  /** The window, in CSS pixels. */
  window: { width: number; height: number };
  /** What of the window is shown: all of it, the page without menu and header, or a part that begins at an element. */
  part?: 'page' | { from: string; width: number; height: number };
  /** How much of that from its top, in CSS pixels; all without it. */
  height?: number;
  /** Widths of the files, in pixels. */
  widths: readonly number[];
  /** Opens on the page what the picture shows. */
  prepare?: (page: Page) => Promise<void>;
};

const desk = { width: 1160, height: 780 };
const phone = { width: 390, height: 760 };

/** Screens that the public site shows; `mfe-marketing/src/shared/pictures` keeps their files. */
export const sitePictures: readonly Picture[] = [
  { name: 'office', account: accounts.admin, address: '/dashboard', window: desk, widths: [720, 1440] },
  { name: 'family', account: accounts.parent, address: '/dashboard', window: phone, widths: [390, 780] },
  { name: 'fees', account: accounts.admin, address: '/dashboard/finances', window: desk, part: 'page', widths: [560, 1120] },
  { name: 'marks', account: accounts.teacher, address: '/dashboard/grades', window: desk, part: 'page', widths: [560, 1120] },
  { name: 'week', account: accounts.teacher, address: '/dashboard/schedule', window: desk, part: 'page', widths: [560, 1120] },
];

/** Articles of the manual with a picture, by their names in its addresses, and whose screen it is. */
const manualScreens = {
  students: accounts.admin,
  staff: accounts.admin,
  classes: accounts.admin,
  attendance: accounts.teacher,
  schedule: accounts.teacher,
  assignments: accounts.teacher,
  grades: accounts.teacher,
  reports: accounts.admin,
  finances: accounts.admin,
  'finances-payments': accounts.admin,
  'finances-fees': accounts.admin,
  'cms-pages': accounts.superAdmin,
  'store-orders': accounts.superAdmin,
} as const;

/** Screens that the manual shows, in each language; `mfe-dashboard/src/account/help/pictures` keeps their files. */
export const manualPictures: readonly Picture[] = Object.entries(manualScreens).flatMap(([article, account]) =>
  (['en', 'sw'] satisfies Language[]).map((language) => ({
    name: `${article}-${language}`,
    account,
    address: inLanguage(`/dashboard/${article.replace('-', '/')}`, language),
    window: { width: 1024, height: 900 },
    part: 'page' as const,
    height: 500,
    widths: [720],
  })),
);

/** Pictures of the README, in the light theme. */
export const readmePictures: readonly Picture[] = [
  {
    name: 'home',
    account: null,
    address: '/',
    window: { width: 1280, height: 800 },
    widths: [1280],
    prepare: (page) => page.getByRole('button', { name: 'Accept Necessary Only' }).click(),
  },
  { name: 'dashboard', account: accounts.admin, address: '/dashboard', window: { width: 1280, height: 800 }, widths: [1280] },
];
