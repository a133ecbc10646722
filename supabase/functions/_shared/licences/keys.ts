import type { JSONWebKeySet, JWK } from 'jose';
import { z } from 'zod';
import { setting } from '../environment.ts';

const privateSchema = z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() });
const publicSchema = z.object({ keys: z.array(z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })).min(1) });

/** The key that signs licences: only the installation that sells has it. */
export function signingKey(): JWK | undefined {
  const text = setting('LICENCE_SIGNING_KEY');
  return text ? privateSchema.parse(JSON.parse(text)) : undefined;
}

/** The keys that licences are verified with: those that were configured, else the public part of the own one. */
export function publicKeys(): JSONWebKeySet | undefined {
  const text = setting('LICENCE_PUBLIC_KEYS');
  if (text) return publicSchema.parse(JSON.parse(text));
  const own = signingKey();
  if (!own) return undefined;
  const { kty, crv, x, kid } = own;
  return { keys: [{ kty, ...(crv ? { crv } : {}), ...(x ? { x } : {}), ...(kid ? { kid } : {}), alg: 'EdDSA' }] };
}
