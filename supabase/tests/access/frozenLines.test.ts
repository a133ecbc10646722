import { expect, it } from 'vitest';
import { ownerOf } from './frozenLines.ts';

it('keeps what is of a module in its folder', () => {
  const gate = 'addons/qr-attendance';
  expect(ownerOf('public.gate_cards | Staff see cards | SELECT')).toBe(gate);
  expect(ownerOf('private.gate_count(uuid) | authenticated | execute')).toBeUndefined();
  expect(ownerOf('issue_gate_cards: admin, staff')).toBe(gate);
  expect(ownerOf('gate_sightings select: anonymous none')).toBe(gate);
  expect(
    ownerOf('students | CREATE TRIGGER audit AFTER INSERT ON public.students FOR EACH ROW EXECUTE FUNCTION private.audit()'),
  ).toBeUndefined();
});
