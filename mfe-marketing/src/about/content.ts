import { msg } from '@lingui/core/macro';

export const values = [
  { title: msg`Innovation`, text: msg`We build for the phone in a teacher’s hand and the connection the school really has.` },
  { title: msg`Integrity`, text: msg`Prices are public, data belongs to the school, and a promise carries a date.` },
  { title: msg`Excellence`, text: msg`A report card that is almost right is wrong. We test with real marks, real fees, real terms.` },
  { title: msg`Empathy`, text: msg`Schools are busy places. Software must be kind to the people behind the fee window.` },
] as const;

export const reasons = [
  {
    title: msg`Made for this curriculum`,
    text: msg`CBC levels, learning areas and grades are part of the core, beside 8-4-4, not translated from elsewhere.`,
  },
  {
    title: msg`Two ways to own it`,
    text: msg`Cloud or your own server, with the same people answering the phone and a way to move between them.`,
  },
  {
    title: msg`Every price on the page`,
    text: msg`Plans, add-ons and services are listed in shillings and dollars. Nobody has to ask for a quotation to plan a budget.`,
  },
  { title: msg`People who pick up`, text: msg`Support in Nairobi, in office hours, by people who know what opening week looks like.` },
  {
    title: msg`Records that leave with you`,
    text: msg`Export your records when you need them. When a subscription ends there is a grace period to do it in.`,
  },
  {
    title: msg`Protected by design`,
    text: msg`Each school is walled off from the next; access follows the role; the Data Protection Act 2019 is our floor.`,
  },
] as const;
