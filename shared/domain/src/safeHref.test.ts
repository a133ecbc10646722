import { expect, it } from 'vitest';
import { isSafeHref } from './safeHref.ts';

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:x',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  ' https://x',
  'vbscript:x',
  'java\nscript:x',
])('refuses %j', (href) => expect(isSafeHref(href)).toBe(false));

it.each(['https://a.b/c?d=e#f', '/pricing#saas-pricing', '#top', 'mailto:a@b.ke', 'tel:+254700000000'])('accepts %j', (href) =>
  expect(isSafeHref(href)).toBe(true),
);
