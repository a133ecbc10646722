import { translatable } from './translatable.ts';
import * as z from 'zod/mini';
import { counties } from './counties.ts';
import { schoolKinds } from './schoolKinds.ts';
import { sentence } from './sentences.ts';

// Forms of the public site. The same schemas validate the form in the browser and the request body in the edge functions.

/** Roles a person who requests a demonstration can have at their school. */
export const demoRoles = ['Administrator', 'Principal/Director', 'IT Manager', 'Teacher/Faculty', 'Administrative Staff', 'Other'] as const;
/** Which version they want to see. */
export const demoVersions = ['SaaS', 'Standalone', 'Both'] as const;
export const contactSubjects = ['General Inquiry', 'Sales Question', 'Technical Support', 'Partnership', 'Other'] as const;
export const supportTypes = [
  'Technical Issue',
  'Billing Question',
  'Feature Request',
  'Bug Report',
  'Account Access',
  'Training Support',
  'General Inquiry',
  'Other',
] as const;
export type SupportType = (typeof supportTypes)[number];

/** Tiles of the ticket form, and the support type each one stands for. */
export const issueTypes = ['technical', 'billing', 'feature', 'bug', 'general'] as const;
export type IssueType = (typeof issueTypes)[number];
export const issueSupportTypes: Record<IssueType, SupportType> = {
  technical: 'Technical Issue',
  billing: 'Billing Question',
  feature: 'Feature Request',
  bug: 'Bug Report',
  general: 'General Inquiry',
};

/** Urgency of a ticket; `medium` unless the sender chooses another. */
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;

/** Longest texts a form accepts, in characters. */
export const formLimits = { name: 120, personName: 80, email: 254, phone: 30, institution: 160, subject: 160, message: 5000 } as const;

const tooLong = sentence('Use at most {maximum} characters').sentence;
const requiredText = (missing: string, limit: number) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(limit, tooLong));
const optionalText = (limit: number) => z.optional(z.string().check(z.trim(), z.maxLength(limit, tooLong)));
const name = requiredText(translatable('Enter your full name'), formLimits.name);
const email = z.email(translatable('Enter an email address like name@school.ac.ke')).check(z.maxLength(formLimits.email, tooLong));
const message = requiredText(translatable('Write your message'), formLimits.message);
const subject = requiredText(translatable('Enter a subject'), formLimits.subject);

/** Body of `send-demo-email`. */
export const demoRequestSchema = z.object({
  name,
  email,
  phone: optionalText(formLimits.phone),
  institution: requiredText(translatable('Enter the name of your institution'), formLimits.institution),
  role: z.enum(demoRoles, translatable('Choose your role')),
  version: z.enum(demoVersions, translatable('Choose the version you want to see')),
  message: optionalText(formLimits.message),
});
export type DemoRequest = z.infer<typeof demoRequestSchema>;

/** Where a school is that has no county. */
export const outsideKenya = 'outside';

/** Body of `start-trial`. */
export const trialRequestSchema = z.object({
  school: requiredText(translatable('Enter the name of your school'), formLimits.name),
  kind: z.enum(schoolKinds, translatable('Choose the kind of school')),
  county: z.enum([...counties, outsideKenya], translatable('Choose the county')),
  firstName: requiredText(translatable('Enter your first name'), formLimits.personName),
  /** One name is enough. */
  lastName: optionalText(formLimits.personName),
  email,
});
export type TrialRequest = z.infer<typeof trialRequestSchema>;

/** Body of `tell-when-ready`. */
export const interestSchema = z.object({ addonId: z.uuid(), email });

/** Body of `send-contact-email`. */
export const contactMessageSchema = z.object({ name, email, subject: z.enum(contactSubjects, translatable('Select a subject')), message });
export type ContactMessage = z.infer<typeof contactMessageSchema>;

/** Body of `send-support-email`; `priority` comes only from the ticket form on the page. */
export const supportRequestSchema = z.object({
  senderName: name,
  senderEmail: email,
  subject,
  supportType: z.enum(supportTypes, translatable('Choose a support type')),
  message,
  priority: z.optional(z.enum(ticketPriorities)),
  /** Versions of the apps that were running in the sender's browser. */
  versions: z.optional(z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(50)))),
});
export type SupportRequest = z.infer<typeof supportRequestSchema>;

/** The ticket form of the support page. */
export const ticketFormSchema = z.object({
  name,
  email,
  issueType: z.enum(issueTypes, translatable('Choose an issue type')),
  subject,
  priority: z.enum(ticketPriorities),
  description: requiredText(translatable('Describe the issue'), formLimits.message),
});
export type TicketForm = z.infer<typeof ticketFormSchema>;

/** Converts the ticket form into the request body of the support function. */
export function supportRequestOf(form: TicketForm): SupportRequest {
  return {
    senderName: form.name,
    senderEmail: form.email,
    subject: form.subject,
    supportType: issueSupportTypes[form.issueType],
    message: form.description,
    priority: form.priority,
  };
}

/** Honeypot field that people do not see: a request that fills it gets a success response and is dropped. */
export const honeypotField = 'website';
/** Request header with the id of a submission, so that a retried request is stored once. */
export const submissionHeader = 'idempotency-key';
