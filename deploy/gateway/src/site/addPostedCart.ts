import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { inLanguage, languages } from '@masomo/contracts/languages';
import { addPosted, postedCart } from '@masomo/domain/postedCart';

const storePath = '/store';
const keptSeconds = 30 * 24 * 60 * 60;

/**
 * `POST /store/cart`: what a visitor without scripts adds waits in a cookie, which the store takes over when its scripts run. The browser
 * comes back to the store, at the element that says so.
 */
export function addPostedCart(app: Hono, tls: boolean): void {
  for (const language of languages) {
    app.post(inLanguage(postedCart.path, language), bodyLimit({ maxSize: 4_096 }), async (c) => {
      const posted = (await c.req.parseBody())[postedCart.field];
      const cart = addPosted(getCookie(c, postedCart.cookie), typeof posted === 'string' ? posted : '');
      if (cart) setCookie(c, postedCart.cookie, cart, { path: '/', sameSite: 'Lax', secure: tls, maxAge: keptSeconds });
      c.header('cache-control', 'no-store');
      return c.redirect(`${inLanguage(storePath, language)}${cart ? `#${postedCart.receipt}` : ''}`, 303);
    });
  }
}
