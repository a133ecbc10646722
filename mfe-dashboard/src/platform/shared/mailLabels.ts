import { t } from '@lingui/core/macro';
import type { FailedMail } from '@masomo/data/platform/platformConsole';

const labels: Record<string, string> = {
  'addon-ready': t`Add-on that is ready`,
  'authenticator-reset': t`Authenticator reset`,
  'sign-in': t`Sign-in link or account notice`,
  'contact-message': t`Contact message to us`,
  'contact-message-received': t`Contact message received`,
  'demo-request': t`Demo request to us`,
  'demo-request-received': t`Demo request received`,
  'fee-reminder': t`Fee reminder`,
  'notice-announcements': t`Announcement by email`,
  'notice-absences': t`Absence by email`,
  'notice-work': t`Assignment or mark by email`,
  'notice-records': t`Shared record by email`,
  'notice-messages': t`Message of a parent or teacher by email`,
  'licence-ending': t`Licence that ends`,
  'order-proforma': t`Proforma invoice`,
  'order-receipt': t`Receipt of an order`,
  'order-refund': t`Refund of an order`,
  'order-surplus': t`Too much paid for an order`,
  'price-change': t`Price change`,
  'price-change-withdrawn': t`Price change withdrawn`,
  'school-closed': t`School that was closed`,
  'school-deleted': t`School that was deleted`,
  'subscription-ending': t`Subscription that ends`,
  'support-ticket': t`Support ticket to us`,
  'support-ticket-received': t`Support ticket received`,
  'ticket-answer': t`Answer by email to us`,
  'ticket-reply': t`Answer to a support ticket`,
  'trial-account-exists': t`Trial of an existing account`,
};

/** What an email is about, as its module calls it; one of a module that is gone by the name of its template. */
export const mailLabel = ({ template, label }: Pick<FailedMail, 'template' | 'label'>): string =>
  labels[template] ?? label ?? t`Email of a module: ${template}`;
