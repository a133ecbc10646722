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

/** The keys that licences are verified with: only those configured here. The signing key is not trusted unless it is among them. */
export function publicKeys(): JSONWebKeySet | undefined {
  const text = setting('LICENCE_PUBLIC_KEYS');
  return text ? publicSchema.parse(JSON.parse(text)) : undefined;
}
