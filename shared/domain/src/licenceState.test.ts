import { expect, it } from 'vitest';
import { licenceState } from './licenceState.ts';

const year = { validFrom: '2026-11-21', validUntil: '2027-11-20', isRevoked: false };

it.each([
  ['2026-11-20', year, 'later'],
  ['2026-11-21', year, 'valid'],
  ['2027-11-20', year, 'valid'],
  ['2027-11-21', year, 'expired'],
  ['2099-01-01', { ...year, validUntil: null }, 'valid'],
  ['2027-01-01', { ...year, isRevoked: true }, 'revoked'],
  ['2028-01-01', { ...year, isRevoked: true }, 'revoked'],
] as const)('on %s a licence of %o is %s', (today, licence, state) => expect(licenceState(licence, today)).toBe(state));
