import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { DevTool } from '../devTools/createDevTools.ts';
import { listenOnLoopback } from '../host/loopback.ts';
import { darajaApi } from './daraja/darajaApi.ts';
import { phonePages } from './daraja/phonePages.ts';
import { createPhones } from './daraja/phones.ts';
import { paystackApi } from './paystack/paystackApi.ts';
import { cardPages } from './paystack/cardPages.ts';
import { createCharges } from './paystack/charges.ts';

export type Simulators = {
  /** Settings of the edge functions, as with the real providers. */
  settings: Record<string, string>;
  devTools: DevTool[];
  stop(): Promise<void>;
};

type SimulatorOptions = {
  /** Folder of the ledger files. */
  folder: string;
  /** Public address of the product, the target of callbacks and webhooks. */
  origin: string;
  /** Secret from which the credentials are derived, so that they stay the same after a restart. */
  secret: string;
  port?: number;
};

const requestTimeoutMs = 30_000;
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(requestTimeoutMs) });
  await response.body?.cancel();
  return response.status;
}

/** Simulates the payment providers: the protocols of the real ones, with their own ledgers. */
export async function startSimulators({ folder, origin, secret, port }: SimulatorOptions): Promise<Simulators> {
  const credential = (name: string) => createHmac('sha256', secret).update(name).digest('hex').slice(0, 32);
  const account = {
    consumerKey: credential('consumer key'),
    consumerSecret: credential('consumer secret'),
    shortCode: '174379',
    passkey: credential('passkey'),
    initiator: 'masomo',
    securityCredential: credential('initiator'),
  };
  const cardKey = `sk_test_${credential('card')}`;
  const functions = `${origin}/functions/v1`;
  const send = (url: string, body: unknown) => post(url, JSON.stringify(body), { 'content-type': 'application/json' });
  const phones = createPhones({ file: path.join(folder, 'daraja.jsonl'), send });
  const charges = createCharges({
    file: path.join(folder, 'paystack.jsonl'),
    secretKey: cardKey,
    webhookUrl: `${functions}/card-webhook`,
    post,
  });
  const daraja = darajaApi({ account, phones, send });
  const paystack = paystackApi({ secretKey: cardKey, charges, pageUrl: (code) => `${origin}/_local/card/${code}` });
  const toDaraja = (request: Request) => daraja.fetch(request);
  const toPaystack = (request: Request) => paystack.fetch(request);
  const server = await listenOnLoopback(
    { oauth: toDaraja, mpesa: toDaraja, pulltransactions: toDaraja, transaction: toPaystack, refund: toPaystack },
    port,
  );
  return {
    settings: {
      DARAJA_BASE_URL: server.url,
      DARAJA_CONSUMER_KEY: account.consumerKey,
      DARAJA_CONSUMER_SECRET: account.consumerSecret,
      DARAJA_SHORTCODE: account.shortCode,
      DARAJA_PASSKEY: account.passkey,
      DARAJA_CALLBACK_BASE: functions,
      DARAJA_CALLBACK_TOKEN: credential('callback'),
      DARAJA_PULL: 'on',
      DARAJA_INITIATOR: account.initiator,
      DARAJA_SECURITY_CREDENTIAL: account.securityCredential,
      PAYSTACK_BASE_URL: server.url,
      PAYSTACK_SECRET_KEY: cardKey,
    },
    devTools: [
      {
        path: 'phone',
        title: 'Phone',
        text: 'The customer’s handset: payment requests of M-Pesa, and every way to answer them.',
        routes: phonePages(phones),
      },
      {
        path: 'card',
        title: 'Card payments',
        text: 'The card provider’s page: pay, be declined, confirm with the bank, leave.',
        routes: cardPages(charges),
      },
    ],
    async stop() {
      phones.stop();
      charges.stop();
      await server.close();
    },
  };
}

/** Names of all settings of the payment functions. */
export const paymentSettingNames = [
  'DARAJA_BASE_URL',
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_SHORTCODE',
  'DARAJA_TILL',
  'DARAJA_PASSKEY',
  'DARAJA_CALLBACK_BASE',
  'DARAJA_CALLBACK_TOKEN',
  'DARAJA_PULL',
  'DARAJA_INITIATOR',
  'DARAJA_SECURITY_CREDENTIAL',
  'PAYSTACK_BASE_URL',
  'PAYSTACK_SECRET_KEY',
  'PAYSTACK_CHANNELS',
] as const;
