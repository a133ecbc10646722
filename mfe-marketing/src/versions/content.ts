import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Why schools choose each version. */
export const benefits = {
  saas: [
    { title: msg`Live this week`, text: msg`Sign up, import your class lists from a spreadsheet and take roll call the same day.` },
    { title: msg`Try it for a month`, text: msg`Everything that is ready, 1 month, no card. Subscribe online only if it earns its place.` },
    { title: msg`One account, every campus`, text: msg`The office sees every campus; no other school sees your records.` },
    { title: msg`No server room`, text: msg`Hosting, backups, monitoring and updates are ours. The target is 99.9% uptime.` },
    {
      title: msg`Pay per term or per year`,
      text: msg`Online, by M-Pesa, card or bank transfer; ten percent less when you pay for the year.`,
    },
  ],
  standalone: [
    { title: msg`Records stay with you`, text: msg`The database runs on your server, in your office or at the host you choose.` },
    { title: msg`Your name on the door`, text: msg`Your own domain and your school’s name, and no other school in the system.` },
    { title: msg`One licence a year`, text: msg`A fixed yearly licence with lifetime updates, whatever the number of users.` },
    { title: msg`Works when the line is down`, text: msg`On the school’s own network the office carries on while the internet is away.` },
    { title: msg`Installed with you`, text: msg`Our engineers deploy it in 1-2 weeks and train the office, the bursar and the teachers.` },
  ],
} as const;

/** Rows of the comparison table; prices are filled in from the price book. */
export type ComparisonRow =
  { label: MessageDescriptor; saas: MessageDescriptor; standalone: MessageDescriptor } | { label: MessageDescriptor; price: 'from' };

export const comparison: readonly ComparisonRow[] = [
  { label: msg`Hosting`, saas: msg`Our cloud, managed for you`, standalone: msg`Your server, or managed hosting as a service` },
  { label: msg`Time to start`, saas: msg`The same day`, standalone: msg`1-2 weeks for deployment` },
  { label: msg`Free trial`, saas: msg`1 month, no card needed`, standalone: msg`None; live demos instead` },
  { label: msg`Schools`, saas: msg`Several campuses under one account`, standalone: msg`One school with several campuses` },
  { label: msg`Billing`, saas: msg`Subscription per term or per year, online`, standalone: msg`Yearly licence` },
  { label: msg`Starting price`, price: 'from' },
  { label: msg`Students`, saas: msg`1 to 1,500, by plan`, standalone: msg`Up to 500 with Basic, unlimited above` },
  { label: msg`Users`, saas: msg`Unlimited`, standalone: msg`Unlimited` },
  { label: msg`Default modules`, saas: msg`21, each marked while in preparation`, standalone: msg`24, each marked while in preparation` },
  { label: msg`Updates`, saas: msg`Automatic, no downtime to plan`, standalone: msg`Lifetime updates, installed when it suits you` },
  { label: msg`Maintenance`, saas: msg`Included`, standalone: msg`15% of the licence cost a year` },
  { label: msg`Domain`, saas: msg`Address on our domain; your own as a service`, standalone: msg`Your own; set-up at extra cost` },
  {
    label: msg`Server requirements`,
    saas: msg`None: a browser is enough`,
    standalone: msg`4GB RAM, 50GB storage, Node.js 20.19+; PostgreSQL comes with it`,
  },
];
