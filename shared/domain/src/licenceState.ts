/** Whether a licence can be used on a day. */
export type LicenceState = 'valid' | 'later' | 'expired' | 'revoked';

type LicencePeriod = { validFrom: string; validUntil: string | null; isRevoked: boolean };

/** The state of a licence on a day, such as `2026-11-21`; the first and the last day of its period belong to it. */
export function licenceState({ validFrom, validUntil, isRevoked }: LicencePeriod, today: string): LicenceState {
  if (isRevoked) return 'revoked';
  if (validUntil !== null && validUntil < today) return 'expired';
  return validFrom > today ? 'later' : 'valid';
}
