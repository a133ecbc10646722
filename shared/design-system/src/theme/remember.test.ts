import { describe, expect, it, vi } from 'vitest';
import { base, brand, createSystem } from './brand.ts';
import { rememberRecipes, rememberStyleProperties } from './remember.ts';

const system = createSystem(base, brand);

describe('a recipe', () => {
  it('is made once for an object, and gives the styles that Chakra gives', () => {
    const cva = rememberRecipes(system.cva);
    const config = { base: { padding: '2' }, variants: { size: { sm: { padding: '1' } } } };
    expect(cva(config)).toBe(cva(config));
    expect(cva(config)({ size: 'sm' })).toEqual(system.cva(config)({ size: 'sm' }));
    expect(cva({ ...config })).not.toBe(cva(config));
  });
});

describe('a property', () => {
  it('is asked about once, whatever the answer', () => {
    const ask = vi.fn(system.isValidProperty);
    const isStyle = rememberStyleProperties(ask);
    for (const _ of [1, 2]) expect(['padding', '_hover', 'href', 'onClick'].map(isStyle)).toEqual([true, true, false, false]);
    expect(ask).toHaveBeenCalledTimes(4);
  });
});
