import type { Permission } from './permissions.ts';

type Declaration = {
  /** What the permission allows, for whoever gives it to a role. */
  sentence: string;
  /** It shows children's records, so a super admin has it only while a school's records are open. */
  isAboutChildren?: true;
};

/** What every permission says. Browsers do not load this. */
export const permissionDeclarations: Record<Permission, Declaration> = {
  'platform:read': { sentence: "May see the platform's figures, jobs, mails and releases." },
  'user:read': { sentence: 'May see every account.' },
  'subscription:read': { sentence: "May see every school's subscription." },
  'staff:read': { sentence: "May open the school's list of staff." },
  'class:read': { sentence: 'May open the list of classes.' },
  'student:read': { sentence: 'May open the list of students.' },
  'records:open': { sentence: "May open a school's records of children, with a reason." },
  'schedule:read': { sentence: 'May open their own timetable.' },
  'assignment:write': { sentence: 'May set assignments for their own classes.' },
  'grade:write': { sentence: 'May enter marks for what they teach.' },
  'record:write': { sentence: 'May work through the student records.' },
  'finance:read': { sentence: "May open the school's finances." },
  'report:read': { sentence: 'May open the reports.' },
  'announcement:write': { sentence: 'May write announcements.' },
  'store:manage': { sentence: 'May open the store manager.' },
  'store:buy': { sentence: 'May buy in the store.' },
  'order:set-status': { sentence: "May change an order's status." },
  'order:reopen': { sentence: 'May reopen an order.' },
  'order:read-timeline': { sentence: "May see an order's timeline." },
  'order:resend-mail': { sentence: "May send an order's mails again." },
  'order:add-note': { sentence: 'May add notes to orders.' },
  'payment:confirm': { sentence: 'May confirm payments by bank.' },
  'payment:reconcile': { sentence: 'May assign payments that belong to no order.' },
  'payment:refund': { sentence: 'May refund payments of orders.' },
  'store-analytics:read': { sentence: "May see the store's figures." },
  'addon:write': { sentence: "May change the store's add-ons." },
  'price:write': { sentence: 'May change the price book.' },
  'page:write': { sentence: 'May write and publish pages of the site.' },
  'media:write': { sentence: 'May add and change media of the site.' },
  'content:write': { sentence: 'May change questions and testimonials of the site.' },
  'settings:write': { sentence: "May change the platform's settings." },
  'school:write': { sentence: 'May open and change schools.' },
  'school:edit-own': { sentence: "May change the school's name, address and contacts." },
  'student:write': { sentence: 'May add and change students and guardians.' },
  'document:share': { sentence: 'May share documents.' },
  'document:manage': { sentence: 'May change and remove every document, and share one about any student.' },
  'announcement:manage': { sentence: 'May change and remove every announcement.' },
  'own-students:read': { sentence: 'May open what the school keeps about themselves or their children.' },
  'assignment:submit': { sentence: 'May hand in assignments.' },
  'register:oversee': { sentence: 'May see on the home page whose register is missing.' },
  'attendance:take': { sentence: 'May take attendance.' },
  'behaviour:record': { sentence: 'May record behaviour.' },
  'fee:take': { sentence: 'May take fees with Quick Fees and print receipts.' },
  'school:run': { sentence: "May change the school's settings, campuses and add-ons." },
  'user:invite': { sentence: 'May invite people to every school.' },
  'user:set-role': { sentence: 'May change the role of every account.' },
  'user:reset-authenticator': { sentence: 'May reset the authenticator of every account.' },
  'ticket:answer': { sentence: 'May answer tickets and enquiries.' },
  'profile:edit': { sentence: 'May change their own profile.' },
};
