// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { isReadOnlyWith, schoolFeatures, sessionStore } from '@masomo/auth';

const user = { id: 'u1', email: 'a@b.test', role: 'admin', schoolId: 'h1', aal: 'aal1' } as const;

beforeEach(() => sessionStore.set({ status: 'signed-in', user: { ...user, features: { 'addon:gate': 'on' } } }));

describe('what the school has', () => {
  it('grows at once', () => {
    expect(schoolFeatures.update({ 'addon:gate': 'on', 'addon:fees': 'on' })).toBe(true);
    expect(schoolFeatures.get()).toEqual({ 'addon:gate': 'on', 'addon:fees': 'on' });
    expect(schoolFeatures.dropLost()).toBe(false);
  });

  it('shrinks with the next navigation', () => {
    expect(schoolFeatures.update({ 'addon:gate': 'read-only' })).toBe(false);
    expect(schoolFeatures.get()).toEqual({ 'addon:gate': 'on' });
    expect(schoolFeatures.dropLost()).toBe(true);
    expect(schoolFeatures.get()).toEqual({ 'addon:gate': 'read-only' });
    expect(schoolFeatures.dropLost()).toBe(false);
  });

  it('loses nothing that comes back before the next navigation', () => {
    schoolFeatures.update({});
    schoolFeatures.update({ 'addon:gate': 'on' });
    expect(schoolFeatures.dropLost()).toBe(false);
    expect(schoolFeatures.get()).toEqual({ 'addon:gate': 'on' });
  });

  it('is nothing for a guest', () => {
    sessionStore.set({ status: 'signed-out', user: null });
    expect(schoolFeatures.get()).toEqual({});
    expect(schoolFeatures.update({ 'addon:gate': 'on' })).toBe(false);
  });
});

it.each([
  [undefined, false],
  [['addon:gate'], false],
  [['addon:gate', 'addon:old'], false],
  [['addon:old'], true],
  [['addon:other'], true],
] as const)('a module that needs one of %j is read-only: %s', (requires, expected) => {
  expect(isReadOnlyWith({ 'addon:gate': 'on', 'addon:old': 'read-only' }, requires)).toBe(expected);
});
