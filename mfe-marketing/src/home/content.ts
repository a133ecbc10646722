import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A product area on the home page; one that is a module of its own is in preparation as long as that is. */
type HomeFeature = { icon: FeatureIconName; title: MessageDescriptor; text: MessageDescriptor; module?: string };
export type FeatureIconName = 'students' | 'academics' | 'finance' | 'certificates' | 'library' | 'addons';

/** The six product areas on the home page. */
export const homeFeatures: readonly HomeFeature[] = [
  {
    icon: 'students',
    title: msg`Student Management`,
    text: msg`One record per student: guardians, classes, health and behaviour notes and every document, found by name or admission number.`,
  },
  {
    icon: 'academics',
    title: msg`Academic Management`,
    text: msg`CBC levels and 8-4-4 grades side by side. Teachers enter scores on a phone, and the report cards of a class print in one go.`,
  },
  {
    icon: 'finance',
    title: msg`Financial Management`,
    text: msg`Fees by class and term, invoices, receipts and reminders, so balances are right before the queue forms.`,
  },
  {
    icon: 'certificates',
    title: msg`Certification`,
    text: msg`Leaving certificates, transfer letters and ID cards from your own templates, numbered and verifiable.`,
    module: 'certificates-and-id-cards',
  },
  {
    icon: 'library',
    title: msg`Resource Library`,
    text: msg`Notes, past papers and videos by class and subject, next to the lending desk of the school library.`,
    module: 'resource-library',
  },
  {
    icon: 'addons',
    title: msg`Customizable Add-on Modules`,
    text: msg`Start with what you need and add the rest later. The store shows which add-ons you can buy now.`,
  },
];

/** The two ways to run the product. */
export const deployments = [
  {
    version: 'saas',
    name: 'SaaS',
    tag: msg`In our cloud`,
    text: msg`Open a browser and start. We host, back up and update; you run the school and all its campuses from one account.`,
    points: [
      msg`1-month free trial, no card needed`,
      msg`Several campuses under one account`,
      msg`Subscribe and renew online, per term or per year`,
      msg`21 default modules; what is still in preparation is marked`,
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
      msg`24 default modules and 12 add-ons; what is still in preparation is marked`,
    ],
    anchor: '/pricing#standalone-pricing',
  },
] as const;

/** Three moments of a term, each with a picture of the product. */
export const moments = [
  {
    id: 'fees',
    picture: 'fees',
    eyebrow: msg`Opening week`,
    title: msg`Fees without the queue`,
    text: msg`The office enters a payment once, with its M-Pesa reference. The balance is right at once, the receipt prints, and the parent sees both on their phone.`,
    points: [
      msg`Every payment with its receipt number`,
      msg`Balances by class and student`,
      msg`Reminders by email to everyone with a balance`,
    ],
  },
  {
    id: 'assessment',
    picture: 'marks',
    eyebrow: msg`Mid-term`,
    title: msg`CBC without the paper mountain`,
    text: msg`Teachers enter scores on the phone they already own. The level follows from the score, and the report card is ready to print.`,
    points: [
      msg`All assessments of a term on one page`,
      msg`Marks of a whole class pasted from a spreadsheet`,
      msg`CBC and 8-4-4 in the same school`,
    ],
  },
  {
    id: 'week',
    picture: 'week',
    eyebrow: msg`Every morning`,
    title: msg`Everyone knows their day`,
    text: msg`The timetable refuses a double booking. Roll call takes a minute per class, without connection too, and parents see it on their dashboard.`,
    points: [msg`Own week on every teacher’s phone`, msg`Attendance by day, with reports`, msg`Parents see an absence the same day`],
  },
] as const;
