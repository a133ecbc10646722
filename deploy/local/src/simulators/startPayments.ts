import path from 'node:path';
import { paymentSettingNames, startSimulators, type Simulators } from './startSimulators.ts';

type Start = { dataDir: string; origin: string; secret: string; environment: Record<string, string | undefined> };

/** How this machine is paid: by the providers the environment names, else by simulated ones. */
export async function startPayments({ dataDir, origin, secret, environment }: Start): Promise<Simulators> {
  const settings = Object.fromEntries(paymentSettingNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  if (Object.keys(settings).length > 0) return { settings: { DARAJA_CALLBACK_BASE: `${origin}/functions/v1`, ...settings }, aids: [], stop: async () => {} };
  return startSimulators({ folder: path.join(dataDir, 'simulators'), origin, secret });
}
