import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { inLanguage, languages } from '@masomo/contracts/languages';
import { addPosted, cartReceipts, postedCart } from '@masomo/domain/postedCart';
import { isFromThisSite } from '../http/isFromThisSite.ts';

const storePath = '/store';
const keptSeconds = 30 * 24 * 60 * 60;

/**
 * `POST /store/cart`: what a visitor without scripts adds waits in a cookie, which the store takes over when its scripts run. The browser
 * comes back to the store, at the element that says so. A form on another site adds nothing: its add-on would have any name and price.
 */
export function addPostedCart(app: Hono, tls: boolean): void {
  for (const language of languages) {
    app.post(inLanguage(postedCart.path, language), bodyLimit({ maxSize: 4_096 }), async (c) => {
      const posted = (await c.req.parseBody())[postedCart.field];
      const value = typeof posted === 'string' && isFromThisSite(c) ? posted : '';
      const added = addPosted(getCookie(c, postedCart.cookie), value);
      if (added.outcome === 'added')
        setCookie(c, postedCart.cookie, added.cookie, { path: '/', sameSite: 'Lax', secure: tls, maxAge: keptSeconds });
      const receipt = added.outcome === 'nothing' ? '' : `#${cartReceipts[added.outcome]}`;
      c.header('cache-control', 'no-store');
      return c.redirect(`${inLanguage(storePath, language)}${receipt}`, 303);
    });
  }
}
