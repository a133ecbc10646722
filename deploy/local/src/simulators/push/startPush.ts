import path from 'node:path';
import type { DevTool } from '../../devTools/createDevTools.ts';
import { createPushDevices } from './pushDevices.ts';
import { pushPages } from './pushPages.ts';

type PushOptions = {
  dataDir: string;
  origin: string;
  /** The private keys of this installation, the current one first. */
  keys: readonly string[];
  environment: Record<string, string | undefined>;
  isPublic: boolean;
};

/** Settings of the worker for pushes, and the simulated push service, which a public installation does not have. */
export function startPush({ dataDir, origin, keys, environment, isPublic }: PushOptions): {
  settings: Record<string, string>;
  devTools: DevTool[];
} {
  const contact = environment['PUSH_CONTACT'] ?? (origin.startsWith('https:') ? origin : undefined);
  const settings = {
    PUSH_PRIVATE_KEYS: environment['PUSH_PRIVATE_KEYS'] ?? keys.join(','),
    ...(contact !== undefined && { PUSH_CONTACT: contact }),
  };
  if (isPublic) return { settings, devTools: [] };
  const devices = createPushDevices(path.join(dataDir, 'simulators', 'push.jsonl'), new URL(origin).origin);
  return {
    settings: { ...settings, PUSH_TEST_ADDRESS: `${origin}/_local/push/to/` },
    devTools: [
      {
        path: 'push',
        title: 'Push messages',
        text: 'Phones and browsers that show messages while the product is closed, and what they have shown.',
        routes: pushPages(devices, origin),
      },
    ],
  };
}
