import { expect, it } from 'vitest';
import { addPosted, readPosted, writeAdded } from './postedCart.ts';

const qr = { id: 'qr', name: 'QR Code; Attendance', price: 3999 };
const line = { addonId: 'qr', name: qr.name, quantity: 1, seenPrice: 3999 };

it('keeps what was posted, one more of the same with each press', () => {
  const first = addPosted(undefined, writeAdded(qr));
  const second = addPosted(first ?? '', writeAdded(qr));
  const third = addPosted(second ?? '', writeAdded({ id: 'sms', name: 'SMS', price: 1 }));
  expect(readPosted(`language=sw; cart=${encodeURIComponent(third ?? '')}; other=1`)).toEqual([
    { ...line, quantity: 2 },
    { addonId: 'sms', name: 'SMS', quantity: 1, seenPrice: 1 },
  ]);
});

it.each(['', 'no', '{"version":1,"lines":[]}', '{"version":1,"lines":[{"addonId":"qr"}]}'])('takes nothing from %j', (posted) => {
  expect(addPosted(undefined, posted)).toBeNull();
});

it('begins again where the cookie is unreadable', () => {
  expect(readPosted(`cart=${encodeURIComponent(addPosted('{', writeAdded(qr)) ?? '')}`)).toEqual([line]);
});

it.each(['', 'cart=', 'cart=%', 'cart=%7B', 'mycart=x'])('reads no cart from %j', (cookies) => {
  expect(readPosted(cookies)).toEqual([]);
});

it('does not grow beyond what browsers keep', () => {
  let cookie = '';
  for (let index = 0; index < 60; index += 1)
    cookie = addPosted(cookie, writeAdded({ id: `addon-${index}`, name: 'n'.repeat(60), price: 5 })) ?? cookie;
  expect(encodeURIComponent(cookie).length).toBeLessThanOrEqual(3_500);
  expect(readPosted(`cart=${encodeURIComponent(cookie)}`).length).toBeGreaterThan(5);
});
