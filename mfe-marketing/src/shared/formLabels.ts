import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SchoolKind } from '@masomo/domain/schoolKinds';
import type { contactSubjects, demoRoles, demoVersions, SupportType } from '@masomo/domain/forms';

export const schoolKindLabels: Record<SchoolKind, MessageDescriptor> = {
  primary: msg`Primary and junior school`,
  secondary: msg`Secondary or senior school`,
  college: msg`College`,
  university: msg`University`,
};

/** Names of the choices in the site's forms; the choices themselves are what the server stores. */
export const demoRoleLabels: Record<(typeof demoRoles)[number], MessageDescriptor> = {
  Administrator: msg`Administrator`,
  'Principal/Director': msg`Principal/Director`,
  'IT Manager': msg`IT Manager`,
  'Teacher/Faculty': msg`Teacher/Faculty`,
  'Administrative Staff': msg`Administrative Staff`,
  Other: msg`Other`,
};

export const demoVersionLabels: Record<(typeof demoVersions)[number], MessageDescriptor> = {
  SaaS: msg`SaaS`,
  Standalone: msg`Standalone`,
  Both: msg`Both`,
};

export const contactSubjectLabels: Record<(typeof contactSubjects)[number], MessageDescriptor> = {
  'General Inquiry': msg`General Inquiry`,
  'Sales Question': msg`Sales Question`,
  'Technical Support': msg`Technical Support`,
  Partnership: msg`Partnership`,
  Other: msg`Other`,
};

export const supportTypeLabels: Record<SupportType, MessageDescriptor> = {
  'Technical Issue': msg`Technical Issue`,
  'Billing Question': msg`Billing Question`,
  'Feature Request': msg`Feature Request`,
  'Bug Report': msg`Bug Report`,
  'Account Access': msg`Account Access`,
  'Training Support': msg`Training Support`,
  'General Inquiry': msg`General Inquiry`,
  Other: msg`Other`,
};
