import type { Page } from '@playwright/test';
import { accounts } from '../browser/demoAccounts.ts';

/** A picture of one screen of the demonstration, taken in the light and the dark theme. */
export type Picture = {
  name: string;
  account: (typeof accounts)[keyof typeof accounts] | null;
  address: string;
  /** The window, in CSS pixels. */
  window: { width: number; height: number };
  /** What of the window is shown: all of it, or the page without menu and header. */
  part?: 'page';
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
