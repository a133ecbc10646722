import { expect, it } from 'vitest';
import { addPosted, readPosted, writeAdded } from './postedCart.ts';

const qr = { id: 'qr', name: 'QR Code; Attendance', price: 3999 };
const cookieAfter = (cookie: string | undefined, posted: string) => {
  const added = addPosted(cookie, posted);
  return added.outcome === 'added' ? added.cookie : undefined;
};
const line = { addonId: 'qr', name: qr.name, quantity: 1, seenPrice: 3999 };

it('keeps what was posted, one more of the same with each press', () => {
  const first = cookieAfter(undefined, writeAdded(qr));
  const second = cookieAfter(first, writeAdded(qr));
  const third = cookieAfter(second, writeAdded({ id: 'sms', name: 'SMS', price: 1 }));
  expect(readPosted(`language=sw; cart=${encodeURIComponent(third ?? '')}; other=1`)).toEqual([
    { ...line, quantity: 2 },
    { addonId: 'sms', name: 'SMS', quantity: 1, seenPrice: 1 },
  ]);
});

it.each(['', 'no', '{"version":1,"lines":[]}', '{"version":1,"lines":[{"addonId":"qr"}]}'])('takes nothing from %j', (posted) => {
  expect(addPosted(undefined, posted)).toEqual({ outcome: 'nothing' });
});

it('begins again where the cookie is unreadable', () => {
  expect(readPosted(`cart=${encodeURIComponent(cookieAfter('{', writeAdded(qr)) ?? '')}`)).toEqual([line]);
});

it.each(['', 'cart=', 'cart=%', 'cart=%7B', 'mycart=x'])('reads no cart from %j', (cookies) => {
  expect(readPosted(cookies)).toEqual([]);
});

it('does not grow beyond what browsers keep, and says that it is full', () => {
  let cookie = '';
  const outcomes = Array.from({ length: 60 }, (_, index) => {
    const added = addPosted(cookie, writeAdded({ id: `addon-${index}`, name: 'n'.repeat(60), price: 5 }));
    if (added.outcome === 'added') cookie = added.cookie;
    return added.outcome;
  });
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['added', 'full']);
  expect(encodeURIComponent(cookie).length).toBeLessThanOrEqual(3_500);
  expect(readPosted(`cart=${encodeURIComponent(cookie)}`).length).toBeGreaterThan(5);
});
