import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatNumber } from '@masomo/domain/number';
import { page, type Html } from '../../devTools/page.ts';
import { webhookModes, type Charge, type Charges, type WebhookMode } from './charges.ts';

const isWebhookMode = (text: unknown): text is WebhookMode => typeof text === 'string' && Object.hasOwn(webhookModes, text);
const money = ({ amount, currency }: Charge) => `${currency} ${formatNumber(amount / 100)}`;
const maxShownPayments = 30;

/** Return URL with the parameters that the provider appends. */
function returnTo({ returnUrl, reference }: Charge): string {
  const url = new URL(returnUrl);
  url.searchParams.set('trxref', reference);
  url.searchParams.set('reference', reference);
  return url.href;
}

function payPage(charge: Charge): Html {
  if (charge.status === 'success')
    return page({
      title: 'This payment has been made',
      children: html`<p>${money(charge)} for ${charge.reference}. <a href="${returnTo(charge)}">Back to the shop</a></p>`,
    });
  const ways = Object.entries(webhookModes).map(
    ([way, { label }]) => html`<button name="way" value="${way}" class="${way === 'now' ? 'main' : ''}">${label}</button>`,
  );
  return page({
    title: `Pay ${money(charge)}`,
    children: html`<p class="soft">Stands in for the card provider’s page. No card is asked for and no money moves.</p>
      <dl>
        <dt>For</dt>
        <dd>${charge.reference}</dd>
        <dt>Email</dt>
        <dd>${charge.email}</dd>
      </dl>
      ${charge.status === 'failed' ? html`<p role="status"><strong>${charge.text}.</strong> Try again with another card.</p>` : ''}
      <form method="post" action="/_local/card/${charge.accessCode}" class="choices">
        ${ways}
        <button name="way" value="secure">Pay with 3-D Secure</button>
        <button name="way" value="decline">Card is declined</button>
        <button name="way" value="insufficient">Card has not enough money</button>
        <button name="way" value="abandon">Leave without paying</button>
      </form>`,
  });
}

function securePage({ accessCode }: Charge): Html {
  return page({
    title: 'Your bank asks: is it you?',
    children: html`<form method="post" action="/_local/card/${accessCode}" class="choices">
      <button name="way" value="now" class="main">Yes, confirm the payment</button>
      <button name="way" value="unconfirmed">No, it is not me</button>
    </form>`,
  });
}

function listPage(charges: Charges): Html {
  const items = charges
    .list()
    .slice(0, maxShownPayments)
    .map(
      (charge) =>
        html`<li>
          <a class="title" href="/_local/card/${charge.accessCode}">${charge.reference}</a>
          <div class="soft">${money(charge)}, ${charge.status}${charge.refunds.length > 0 ? `, ${charge.refunds.length} refunds` : ''}</div>
        </li>`,
    );
  return page({
    title: 'Card payments',
    children:
      items.length > 0
        ? html`<ul class="list">
            ${items}
          </ul>`
        : html`<p class="soft">No card payment has been started yet. Pay an order by card in the store.</p>`,
  });
}

const failures: Record<string, string> = {
  decline: 'Declined',
  insufficient: 'Insufficient funds',
  unconfirmed: '3-D Secure authentication failed',
};

/** `/_local/card`: the simulated payment page of the card provider. */
export function cardPages(charges: Charges): Hono {
  const notFoundPage = page({ title: 'There is no such payment', children: html`<p><a href="/_local/card">To the card payments</a></p>` });
  return new Hono()
    .get('/card', (c) => c.html(listPage(charges)))
    .get('/card.json', (c) =>
      c.json(
        charges
          .list()
          .slice(0, 200)
          .map(({ reference, accessCode, amount, status, refunds }) => ({ reference, accessCode, amount, status, refunds })),
      ),
    )
    .get('/card/:code', (c) => {
      const charge = charges.byAccessCode(c.req.param('code'));
      return charge ? c.html(payPage(charge)) : c.html(notFoundPage, 404);
    })
    .post('/card/:code', async (c) => {
      const charge = charges.byAccessCode(c.req.param('code'));
      if (!charge) return c.html(notFoundPage, 404);
      const { way } = await c.req.parseBody();
      if (isWebhookMode(way)) {
        charges.pay(charge, way);
        return c.redirect(returnTo(charge), 303);
      }
      if (way === 'abandon') return c.redirect(charge.cancelUrl, 303);
      if (way === 'secure') {
        charges.mark(charge, 'ongoing', '3-D Secure');
        return c.html(securePage(charge));
      }
      charges.mark(charge, 'failed', failures[String(way)] ?? 'Declined');
      return c.redirect(`/_local/card/${charge.accessCode}`, 303);
    });
}
