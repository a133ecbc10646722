import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { phoneField } from './phoneField.ts';

/** Fields of a form about how a school is reached, for super admins and for the school itself. */
export const schoolContactFields = {
  email: z.union([z.literal(''), z.email(t`Enter an email address like office@school.ac.ke`)]),
  phone: phoneField,
  city: z
    .string()
    .trim()
    .max(80, t`Use at most 80 characters`),
  address: z
    .string()
    .trim()
    .max(200, t`Use at most 200 characters`),
  motto: z
    .string()
    .trim()
    .max(200, t`Use at most 200 characters`),
};
