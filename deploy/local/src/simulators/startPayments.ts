import path from 'node:path';
import { paymentSettingNames, startSimulators, type Simulators } from './startSimulators.ts';

/** What the tax authority's functions are configured with. Nothing simulates it: invoices wait until it is there. */
const taxSettingNames = [
  'ETIMS_BASE_URL',
  'ETIMS_PIN',
  'ETIMS_BRANCH',
  'ETIMS_COMMUNICATION_KEY',
  'ETIMS_CONTROL_UNIT',
  'ETIMS_ITEM_CODE',
  'ETIMS_ITEM_CLASS',
] as const;

const named = (names: readonly string[], environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name] ?? '']] : [])));

type Start = { dataDir: string; origin: string; secret: string; environment: Record<string, string | undefined> };

/** How this machine is paid: by the providers the environment names, else by simulated ones. */
export async function startPayments({ dataDir, origin, secret, environment }: Start): Promise<Simulators> {
  const settings = named(paymentSettingNames, environment);
  const tax = named(taxSettingNames, environment);
  if (Object.keys(settings).length > 0)
    return { settings: { DARAJA_CALLBACK_BASE: `${origin}/functions/v1`, ...settings, ...tax }, aids: [], stop: async () => {} };
  const simulators = await startSimulators({ folder: path.join(dataDir, 'simulators'), origin, secret });
  return { ...simulators, settings: { ...simulators.settings, ...tax } };
}
