type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that only work together; the first element names their purpose. */
const settingGroups: readonly (readonly [purpose: string, ...names: string[]])[] = [
  ['M-Pesa', 'DARAJA_CONSUMER_KEY', 'DARAJA_CONSUMER_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY', 'DARAJA_CALLBACK_TOKEN'],
  ['M-Pesa refunds', 'DARAJA_INITIATOR', 'DARAJA_SECURITY_CREDENTIAL'],
  ['cards', 'PAYSTACK_BASE_URL', 'PAYSTACK_SECRET_KEY'],
  ['eTIMS', 'ETIMS_BASE_URL', 'ETIMS_PIN', 'ETIMS_BRANCH', 'ETIMS_COMMUNICATION_KEY', 'ETIMS_CONTROL_UNIT'],
];

/** Groups of which some settings are set and others are missing. */
export function incompleteGroups(environment: Environment): { purpose: string; missing: string[] }[] {
  return settingGroups.flatMap(([purpose, ...names]) => {
    const missing = names.filter((name) => !environment[name]);
    return missing.length > 0 && missing.length < names.length ? [{ purpose, missing }] : [];
  });
}

/** Whether mails can leave the installation. */
export const hasMailServer = (environment: Environment) => Boolean(environment['SMTP_URL'] || environment['RESEND_API_KEY']);
export const hasMpesa = (environment: Environment) => Boolean(environment['DARAJA_CONSUMER_KEY']);
export const hasCards = (environment: Environment) => Boolean(environment['PAYSTACK_SECRET_KEY']);
