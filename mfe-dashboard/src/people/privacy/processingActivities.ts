import { t } from '@lingui/core/macro';

/** An entry of the school's processing register. */
export type ProcessingActivity = {
  id: string;
  name: string;
  purpose: string;
  people: string;
  data: string;
  basis: string;
  recipients: string;
  /** Keys of the retention rules that hold; without one, what `keptFor` says. */
  rules: readonly string[];
  keptFor?: string;
};

/** What a school does with personal data in this system. A test finds an entry for every table that has such data. */
export const processingActivities = [
  {
    id: 'teaching',
    name: t`Teaching and assessment`,
    purpose: t`To teach, take attendance and report progress`,
    people: t`Students, teachers`,
    data: t`Name, admission number, date of birth, gender, day or boarding, classes, timetable, attendance, marks, submitted work`,
    basis: t`The school's duties under the Basic Education Act`,
    recipients: t`Teachers of the class, the office, the student and their guardians`,
    rules: ['student_access'],
    keptFor: t`Until the school erases a former student's record`,
  },
  {
    id: 'welfare',
    name: t`Health, behaviour and welfare`,
    purpose: t`To look after each student, and to encourage good conduct`,
    people: t`Students`,
    data: t`Notes on health, behaviour, merits, visits and contacts. Health is sensitive personal data`,
    basis: t`The guardians' consent, and the interests of the child`,
    recipients: t`The office and those who teach the student; guardians what is shared with them. Each reading is logged`,
    rules: ['student_notes'],
  },
  {
    id: 'families',
    name: t`Contact with families`,
    purpose: t`To inform guardians, and to respect their choices and court orders`,
    people: t`Guardians, students`,
    data: t`Names, relationship, phone, email, consents, custody, data requests, notices, shared documents`,
    basis: t`The guardians' consent for messages, legal duty for the rest`,
    recipients: t`The office, the guardians themselves, the mail service`,
    rules: ['notifications', 'mails'],
  },
  {
    id: 'fees',
    name: t`Fees and receipts`,
    purpose: t`To bill fees and account for payments`,
    people: t`Students, guardians, payers`,
    data: t`Charges, payments with their reference, balances, receipts`,
    basis: t`The contract with the guardians, tax law`,
    recipients: t`The office and the guardians`,
    rules: ['books', 'papers'],
  },
  {
    id: 'staff',
    name: t`Staff`,
    purpose: t`To assign classes and duties`,
    people: t`Teachers and other staff`,
    data: t`Name, position, department, phone, email`,
    basis: t`The contract of employment`,
    recipients: t`The administrators`,
    rules: [],
    keptFor: t`While they work at the school, and as their contract requires`,
  },
  {
    id: 'accounts',
    name: t`Accounts and sign-in`,
    purpose: t`To give each person what their role needs, and to keep strangers out`,
    people: t`Everyone with an account`,
    data: t`Name, email, phone, role, sign-ins with device and network address`,
    basis: t`The duty to keep personal data safe`,
    recipients: t`The person themselves and the administrators`,
    rules: ['sign_ins'],
  },
  {
    id: 'log',
    name: t`Log, breaches and copies`,
    purpose: t`To find out what happened to a record`,
    people: t`Everyone whose record is read or changed, and the person who did it`,
    data: t`Who read, changed or downloaded which record, before and after; the register of breaches`,
    basis: t`The duty to keep personal data safe`,
    recipients: t`The administrators; the Data Protection Commissioner when there is a breach`,
    rules: ['audit_log'],
  },
  {
    id: 'orders',
    name: t`The school's own orders`,
    purpose: t`To buy plans, add-ons and services`,
    people: t`The people who order for the school`,
    data: t`Name, email, phone, orders, payments, tax documents`,
    basis: t`The contract of sale, tax law`,
    recipients: t`The provider of this system, the payment provider, the Kenya Revenue Authority`,
    rules: ['books'],
  },
  {
    id: 'enquiries',
    name: t`Public pages, enquiries and support`,
    purpose: t`To answer questions and solve problems`,
    people: t`Visitors, and people who ask for help`,
    data: t`Name, email, phone, messages, cookie choices`,
    basis: t`The consent of the person who writes`,
    recipients: t`The provider of this system`,
    rules: ['enquiries', 'tickets', 'cookie_choices'],
  },
] as const satisfies readonly ProcessingActivity[];
