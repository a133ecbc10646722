import { isNetworkOrigin, isPublicOrigin } from './publicOrigin.ts';
import { hasCards, hasMailServer, hasMpesa, incompleteGroups } from './settingGroups.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses of providers, to which secrets are sent. */
const providerAddresses = ['DARAJA_BASE_URL', 'PAYSTACK_BASE_URL', 'ETIMS_BASE_URL', 'RESEND_BASE_URL', 'FX_BASE_URL'];

/** What an installation lacks because it is public, one clause each; empty for one that only its own machine reaches. */
export function missingSettings(origin: string, environment: Environment): string[] {
  if (!isPublicOrigin(origin)) return [];
  return [
    ...(origin.startsWith('https:') || isNetworkOrigin(origin) ? [] : ['PUBLIC_ORIGIN must begin with https:']),
    ...(environment['TRUSTED_PROXIES']
      ? []
      : [`TRUSTED_PROXIES must name the proxy ${isNetworkOrigin(origin) ? '' : 'with TLS '}in front`]),
    ...providerAddresses
      .filter((name) => environment[name] && !environment[name].startsWith('https:'))
      .map((name) => `${name} must begin with https:`),
  ];
}

/** Throws one line that names everything a public installation lacks. */
export function assertProductionSettings(origin: string, environment: Environment): void {
  if (!isPublicOrigin(origin)) return;
  const missing = [
    ...missingSettings(origin, environment),
    ...(hasMailServer(environment) && !environment['MAIL_FROM'] ? ['MAIL_FROM must be set together with the mail server'] : []),
    ...incompleteGroups(environment).map(({ purpose, missing: names }) => `${names.join(', ')} must be set for ${purpose}`),
  ];
  if (missing.length > 0) throw new Error(`${origin} is a public address, so the product does not start: ${missing.join('; ')}.`);
}

/** What a public installation cannot do with these settings, one sentence each. */
export function waysThatAreOff(origin: string, environment: Environment): string[] {
  return [
    ...(isPublicOrigin(origin) && !origin.startsWith('https:')
      ? ['Without https, passwords travel in the clear, and browsers give no camera, no installed app and no start without a connection.']
      : []),
    ...(hasMailServer(environment) ? [] : ['No mail is sent, also no link to a new password: neither SMTP_URL nor RESEND_API_KEY is set.']),
    ...(hasMpesa(environment) ? [] : ['Nobody pays by M-Pesa: DARAJA_CONSUMER_KEY is not set.']),
    ...(hasCards(environment) ? [] : ['Nobody pays by card: PAYSTACK_SECRET_KEY is not set.']),
    ...(environment['CLAMD_SOCKET'] ? [] : ['Uploads are not scanned for viruses: CLAMD_SOCKET is not set.']),
  ];
}
