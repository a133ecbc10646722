import { pino } from 'pino';
import { runtimeConfigSchema } from '@masomo/contracts/runtimeConfig';
import { createGateway } from '@masomo/gateway';
import { hostedBackend } from '@masomo/local';
import { promote, publish, type ReleaseStore } from '@masomo/release';

export type OpenGateway = { port: number; stop(): Promise<void> };

/** Starts an additional gateway with its own releases in front of the backend of a running product. */
export async function openGateway(origin: string, store: ReleaseStore): Promise<OpenGateway> {
  const config = runtimeConfigSchema.parse(await (await fetch(`${origin}/config.json`)).json());
  const gateway = createGateway({ store, config, log: pino({ level: 'silent' }), backend: hostedBackend(origin, config.publishableKey) });
  const listening = await gateway.serve({ port: 0 });
  await gateway.warm();
  return {
    port: listening.port,
    async stop() {
      await listening.close();
      await gateway.stop();
    },
  };
}

/** Publishes builds and promotes them together. */
export async function releaseBuilds(
  store: ReleaseStore,
  builds: readonly { app: string; version: string; folder: string }[],
): Promise<void> {
  for (const { folder } of builds) await publish(store, folder);
  await promote(store, builds);
}
