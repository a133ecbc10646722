import { describe, expect, it } from 'vitest';
import type { Addon } from '@masomo/data/store/catalogue';
import { categoryOfHash, filterAddons } from './filterAddons.ts';

const addon = (name: string, category: Addon['category'], description = ''): Addon => ({
  id: name,
  name,
  category,
  description,
  price: 1999,
  kind: 'addon',
  unit: 'per term',
  bullets: [],
  popular: false,
  isReady: true,
  aliases: [],
  icon: null,
  feature: null,
});
const addons = [
  addon('QR Code Attendance', 'saas', 'Roll call by badge'),
  addon('Quick Fees', 'standalone', 'Collect at the gate'),
  addon('Thermal Print', 'standalone', 'Receipts'),
];
const names = (found: Addon[]) => found.map((entry) => entry.name);

describe('the catalogue', () => {
  it.each([
    ['#saas', 'saas'],
    ['#standalone', 'standalone'],
    ['#SaaS', 'saas'],
    ['', 'all'],
    ['#other', 'all'],
  ])('hash %j selects %s (S2.41)', (hash, category) => {
    expect(categoryOfHash(hash)).toBe(category);
  });
  it('is searched by name or description in any case (S5.14)', () => {
    expect(names(filterAddons(addons, 'all', 'qr CODE'))).toEqual(['QR Code Attendance']);
    expect(names(filterAddons(addons, 'all', 'attendance códe'))).toEqual(['QR Code Attendance']);
    expect(names(filterAddons(addons, 'all', ' gate '))).toEqual(['Quick Fees']);
    expect(names(filterAddons(addons, 'all', ''))).toHaveLength(3);
    expect(filterAddons(addons, 'all', 'payroll')).toEqual([]);
  });
  it('is narrowed by category and search together', () => {
    expect(names(filterAddons(addons, 'standalone', 'q'))).toEqual(['Quick Fees']);
  });
});
