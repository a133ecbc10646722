import { formatLongDate } from '@masomo/domain/time';
import { z } from 'zod';
import { type EmailTemplate } from './emailTemplate.ts';

const reminder = z.object({ name: z.string(), school: z.string(), due_on: z.string() });
const reset = z.object({ name: z.string(), reason: z.string(), by: z.string().nullable(), school: z.string().nullable() });

/** Emails about the second step at sign-in. */
export const secondStepEmails: Record<string, EmailTemplate> = {
  'two-factor-reminder': (data, { siteUrl }, say) => {
    const { name, school, due_on: dueOn } = reminder.parse(data);
    return {
      subject: say('Set up two-step sign-in'),
      title: say('Dear {name}', { name }),
      blocks: [
        {
          kind: 'text',
          text: say('From {day} {school} lets you in with a code from an app on your phone only. Setting it up takes two minutes.', {
            day: formatLongDate(dueOn),
            school,
          }),
        },
        { kind: 'link', label: say('Set it up'), href: `${siteUrl}/dashboard/profile` },
      ],
    };
  },
  'two-factor-reset': (data, { siteUrl }, say) => {
    const { name, reason, by, school } = reset.parse(data);
    const who = [by, school].filter(Boolean).join(', ');
    return {
      subject: say('Your authenticator app was taken off your account'),
      title: say('Dear {name}', { name }),
      blocks: [
        {
          kind: 'text',
          text: say(
            'Your authenticator app, recovery codes and trusted devices were taken off your account, and you were signed out everywhere.',
          ),
        },
        {
          kind: 'facts',
          facts: [...(who ? [[say('By'), who] as const] : []), [say('Reason'), reason] as const],
        },
        {
          kind: 'text',
          text: say('Sign in with your password and set up your new phone. If you did not ask for this, change your password at once.'),
        },
        { kind: 'link', label: say('Sign in'), href: `${siteUrl}/login` },
      ],
    };
  },
};
