import path from 'node:path';
import { paymentSettingNames, startSimulators, type Simulators } from './startSimulators.ts';

/** Settings of the tax authority. It has no simulator: invoices stay queued until it is configured. */
const taxSettingNames = [
  'ETIMS_BASE_URL',
  'ETIMS_PIN',
  'ETIMS_BRANCH',
  'ETIMS_COMMUNICATION_KEY',
  'ETIMS_CONTROL_UNIT',
  'ETIMS_ITEM_CODE',
  'ETIMS_ITEM_CLASS',
] as const;

const pickSettings = (names: readonly string[], environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name] ?? '']] : [])));

type PaymentOptions = {
  dataDir: string;
  origin: string;
  secret: string;
  environment: Record<string, string | undefined>;
  isPublic: boolean;
};

/** Settings of the configured payment providers; without any, starts simulated ones, which a public installation does not have. */
export async function startPayments({ dataDir, origin, secret, environment, isPublic }: PaymentOptions): Promise<Simulators> {
  const settings = pickSettings(paymentSettingNames, environment);
  const tax = pickSettings(taxSettingNames, environment);
  if (isPublic || Object.keys(settings).length > 0)
    return { settings: { DARAJA_CALLBACK_BASE: `${origin}/functions/v1`, ...settings, ...tax }, devTools: [], stop: async () => {} };
  const simulators = await startSimulators({ folder: path.join(dataDir, 'simulators'), origin, secret });
  return { ...simulators, settings: { ...simulators.settings, ...tax } };
}
