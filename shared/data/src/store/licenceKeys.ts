import { translatable } from '@masomo/domain/translatable';
import * as z from '@masomo/data/zod';
import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError } from '@masomo/data';
import { postFunction } from '../functions.ts';
import { refusedAnswer } from '../refusedAnswer.ts';

function refused(response: { status: number } | undefined, body: unknown, otherwise: string): DataError {
  const refusal = refusedAnswer(body);
  const kind = !response || response.status >= 500 ? 'unavailable' : response.status === 403 ? 'not-allowed' : 'invalid';
  return new DataError(kind, refusal?.said ?? otherwise, {
    code: refusal?.code,
    field: refusal?.field,
    ...(refusal && { outcome: 'failed' }),
  });
}

const keySchema = z.object({ key: z.string() });

/**
 * The signed key of a Standalone licence, by the code on its order. Throws `licence.no_number` when the order names no school: then the
 * number of the installation is asked for, and bound to the licence.
 */
export async function issueLicenceKey(_db: unknown, args: { code: string; installation?: string }): Promise<string> {
  const response = await postFunction('licence-key', args);
  const issued = response.ok ? keySchema.safeParse(response.body).data : undefined;
  if (!issued) throw refused(response, response.body, translatable('The key could not be issued. Please try again.'));
  return issued.key;
}

const activatedSchema = z.object({
  licence: z.object({ name: z.string(), valid_from: z.string(), valid_until: z.nullable(z.string()) }),
});

/** A licence that a key has switched on; days of the school's time zone. */
export type ActivatedLicence = { name: string; validFrom: string; validUntil: string | null };

/** Enters a signed key at the caller's school. Throws with the reason in words when it is not accepted. */
export async function activateLicence(client: Pick<SupabaseClient, 'functions'>, key: string): Promise<ActivatedLicence> {
  const { data, error, response } = await client.functions.invoke<unknown>('activate-licence', { body: { key } });
  const activated = error ? undefined : activatedSchema.safeParse(data).data;
  if (!activated)
    throw refused(response, await response?.json().catch(() => null), translatable('The key could not be checked. Try again in a minute.'));
  const { name, valid_from: validFrom, valid_until: validUntil } = activated.licence;
  return { name, validFrom, validUntil };
}
