import { z } from 'zod';
import { type EmailTemplate } from './emailTemplate.ts';

const dataSchema = z.object({ name: z.string(), reason: z.string(), by: z.string().nullable(), school: z.string().nullable() });

/** To somebody whose authenticator app was taken off their account. */
export const authenticatorReset: EmailTemplate = (data, { siteUrl }, say) => {
  const { name, reason, by, school } = dataSchema.parse(data);
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
};
