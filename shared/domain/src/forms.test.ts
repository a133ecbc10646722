import { describe, expect, it } from 'vitest';
import {
  contactMessageSchema,
  demoRequestSchema,
  demoRoles,
  formLimits,
  supportRequestOf,
  supportTypes,
  ticketFormSchema,
} from './forms.ts';

const demo = { name: 'Wanjiru Kamau', email: 'w.kamau@school.ac.ke', institution: 'Greenfield', role: 'Administrator', version: 'Both' };

describe('the demo form', () => {
  it('requires name, email, institution, role and version, and nothing else', () => {
    expect(demoRequestSchema.safeParse(demo).success).toBe(true);
    for (const field of Object.keys(demo)) expect(demoRequestSchema.safeParse({ ...demo, [field]: '' }).success, field).toBe(false);
  });

  it('refuses what the database would refuse', () => {
    expect(demoRequestSchema.safeParse({ ...demo, email: 'w.kamau' }).success).toBe(false);
    expect(demoRequestSchema.safeParse({ ...demo, name: 'n'.repeat(formLimits.name + 1) }).success).toBe(false);
    expect(demoRequestSchema.safeParse({ ...demo, role: 'Headmaster' }).success).toBe(false);
  });

  it('offers the six roles', () => expect(demoRoles).toHaveLength(6));
});

describe('the ticket form', () => {
  it('becomes a support request with the type of its tile', () => {
    const form = ticketFormSchema.parse({
      name: 'A',
      email: 'a@b.ke',
      issueType: 'bug',
      subject: 'Marks',
      priority: 'high',
      description: 'They vanish',
    });
    expect(supportRequestOf(form)).toEqual({
      senderName: 'A',
      senderEmail: 'a@b.ke',
      subject: 'Marks',
      supportType: 'Bug Report',
      message: 'They vanish',
      priority: 'high',
    });
  });

  it('offers the eight support types', () => expect(supportTypes).toHaveLength(8));
});

it('a contact message requires one of the five subjects', () => {
  expect(contactMessageSchema.safeParse({ name: 'A', email: 'a@b.ke', subject: 'Partnership', message: 'Hello' }).success).toBe(true);
  expect(contactMessageSchema.safeParse({ name: 'A', email: 'a@b.ke', subject: 'Lunch', message: 'Hello' }).success).toBe(false);
});
