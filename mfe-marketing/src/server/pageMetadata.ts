import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { pageTitles } from '../shared/pageTitles.ts';

/** Meta description and breadcrumb of each page; only the server writes them, so browsers do not load them. */
export const pageMetadata: Record<string, { description: MessageDescriptor; crumb: MessageDescriptor }> = {
  '/': {
    crumb: msg`Home`,
    description: msg`Student records, CBC assessment, timetables, fees and report cards in one system. 1-month free trial, no card. 10 percent off when you pay for the year.`,
  },
  '/versions': {
    crumb: msg`Versions`,
    description: msg`Run it in our cloud with 21 modules, or on your own server with 24. Hosting, price, trial, updates and requirements side by side.`,
  },
  '/features': {
    crumb: msg`Features`,
    description: msg`Student records, CBC and 8-4-4 assessment, fees, attendance and more: what each version includes, what is in preparation and what you can add.`,
  },
  '/demo': {
    crumb: msg`Demo`,
    description: msg`Open the live demo for six roles, or book a guided demo of 45-60 minutes with your own questions. We answer within 24 hours.`,
  },
  '/pricing': {
    crumb: msg`Pricing`,
    description: msg`Termly and annual plans for 1 to 1,500 students, yearly licences for your own server, every add-on and service, in KES and USD.`,
  },
  '/contact': {
    crumb: msg`Contact`,
    description: msg`Talk to people in Nairobi who know how a school term runs. Phone, email, office hours and a message form.`,
  },
  '/trial': {
    crumb: msg`Free trial`,
    description: msg`One calendar month of the SaaS version, without a card: your school opens with classes, subjects and terms, and you import your students.`,
  },
  '/about': {
    crumb: msg`About`,
    description: msg`Founded in 2017, in schools since 2019: who we are, what we hold to, and what schools have done with the product.`,
  },
  '/terms': {
    crumb: msg`Terms of Service`,
    description: msg`The terms on which schools use the SaaS and Standalone versions: subscriptions, licences, uptime, refunds, data and law.`,
  },
  '/privacy': {
    crumb: msg`Privacy Policy`,
    description: msg`What we collect about schools, staff, parents and students, why, for how long, and the rights the Data Protection Act 2019 gives you.`,
  },
  '/faq': {
    crumb: msg`FAQ`,
    description: msg`Trials, licences, billing, migration, security and requirements: 24 answers about both versions.`,
  },
  '/verify': {
    crumb: msg`Check a paper`,
    description: msg`See whether a receipt, a statement or a report card is as the school printed it: scan its square or type its code.`,
  },
  '/support': {
    crumb: msg`Support`,
    description: msg`Email, phone and live chat, a ticket form with a number to quote, and answers you can find yourself.`,
  },
};

/** Whether a page is made of the product's own texts, which every language has; legal texts and other pages are written in the CMS. */
export function isBuiltFromMessages(path: string): boolean {
  return path in pageMetadata && path !== '/terms' && path !== '/privacy';
}

/** The texts of a built-in page in the page's language; undefined for pages of the CMS. */
export function metadataOf(path: string): { title: string; description: string; crumb: string } | undefined {
  const title = pageTitles[path];
  const metadata = pageMetadata[path];
  return title && metadata && { title: t(title), description: t(metadata.description), crumb: t(metadata.crumb) };
}
