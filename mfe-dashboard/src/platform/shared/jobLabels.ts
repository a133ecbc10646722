import { t } from '@lingui/core/macro';
import type { JobState } from '@masomo/data/platform/jobs';

const kindLabels: Record<string, string> = {
  announcements: t`Notices of announcements`,
  'class-report-cards': t`Report cards of a class`,
  counts: t`Sums of students and accounts`,
  days: t`Counts of past days`,
  'exchange-rate': t`Exchange rate`,
  'expired-exports': t`Deletion of old exports`,
  files: t`Deletion of files`,
  'finished-jobs': t`Deletion of old jobs`,
  'leaving-schools': t`Search for leaving schools`,
  'licence-reminders': t`Reminders of licences`,
  'licence-revocations': t`Withdrawn licences`,
  limits: t`Counts of limits`,
  mails: t`Emails`,
  moves: t`Class moves`,
  'old-files': t`Deletion of files that jobs made`,
  pages: t`Scheduled pages`,
  'payment-attempts': t`Unfinished payments`,
  'payment-providers': t`Payment providers`,
  payments: t`Payments and refunds`,
  prices: t`Price changes`,
  retention: t`Deletion after retention periods`,
  sales: t`Sales figures`,
  'save-import': t`Import`,
  'school-exits': t`Closing and deletion of schools`,
  'school-export': t`School export`,
  'stray-exports': t`Parts of old exports`,
  'stray-files': t`Files without an owner`,
  'subscription-reminders': t`Reminders of subscriptions`,
  sums: t`Check of sums`,
  'trial-requests': t`Unconfirmed trials`,
  'undo-import': t`Undoing of an import`,
};

/** What a kind of job is called; one of a module by its own words. */
export function jobLabel(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return kindLabels[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const jobStateLabels: Record<JobState, string> = {
  waiting: t`Waiting`,
  running: t`In progress`,
  done: t`Done`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
};
export const jobStateColors: Record<JobState, string> = {
  waiting: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
};
