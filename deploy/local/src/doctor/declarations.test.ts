import { expect, it } from 'vitest';
import { declarations } from './declarations.ts';

const local = { place: 'Nairobi, Kenya', clamd: '/run/clamav/clamd.ctl', isHosted: false };

it('names the place of the data and what scans uploads', () =>
  expect(declarations(local)).toEqual([
    'note   The data is kept in Nairobi, Kenya, as DATA_PLACE declares.',
    'note   Uploads are scanned by ClamAV at /run/clamav/clamd.ctl.',
  ]));

it('says what is left open, and how to declare it', () => {
  const [place, scan] = declarations({ ...local, place: undefined, clamd: undefined });
  expect(place).toMatch(/not declared\.\n +Set DATA_PLACE\. Schools in Kenya keep it there, or a serving copy/);
  expect(scan).toMatch(/not scanned for viruses\.\n +Install clamav-daemon and set CLAMD_SOCKET/);
});

it('says nothing about uploads that a hosted project stores', () => expect(declarations({ ...local, isHosted: true })).toHaveLength(1));
