import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatTimeWithSeconds } from '@masomo/domain/time';
import { page, type Html } from '../../devTools/page.ts';
import { magicNumbers } from './darajaApi.ts';
import { phoneAnswers, promptMs, type PhoneAnswer, type PhoneRequest, type Phones } from './phones.ts';

const isAnswer = (text: unknown): text is PhoneAnswer => typeof text === 'string' && Object.hasOwn(phoneAnswers, text);
const formatPhone = (phone: string) => `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
const maxShownRequests = 30;

function openRequestItem({ checkoutId, phone, amount, reference, at }: PhoneRequest): Html {
  const seconds = Math.max(0, Math.ceil((at + promptMs - Date.now()) / 1000));
  const buttons = Object.entries(phoneAnswers).map(
    ([name, { label }]) => html`<button name="answer" value="${name}" class="${name === 'approve' ? 'main' : ''}">${label}</button>`,
  );
  return html`<li>
    <div class="title">${formatPhone(phone)}: pay ${formatMoney(kes(amount))} to account ${reference}?</div>
    <div class="soft">Do you want to pay? Enter your M-Pesa PIN. Runs out in ${seconds} seconds.</div>
    <form method="post" action="/_local/phone/${checkoutId}" class="choices">${buttons}</form>
  </li>`;
}

function answeredRequestItem({ phone, amount, reference, answer, receipt, answeredAt, callbacks }: PhoneRequest): Html {
  const { label, code, callbacks: planned } = phoneAnswers[answer ?? 'ignore'];
  return html`<li>
    <div class="title">${formatPhone(phone)}: ${formatMoney(kes(amount))} to ${reference}</div>
    <div class="soft">
      ${label} at ${formatTimeWithSeconds(answeredAt ?? 0)}. Result ${code}${receipt ? html`, receipt ${receipt}` : ''}. Reported
      ${callbacks} of ${planned.length} times.
    </div>
  </li>`;
}

function phonePage(phones: Phones): Html {
  const requests = phones.list();
  const open = requests.filter(({ answer }) => answer === null);
  const done = requests.filter(({ answer }) => answer !== null).slice(0, maxShownRequests);
  const numbers = Object.entries(magicNumbers).map(
    ([number, what]) =>
      html`<dt>${formatPhone(number)}</dt>
        <dd>${what === 'invalid' ? 'is no M-Pesa number' : what === 'busy' ? 'is busy' : phoneAnswers[what].label}</dd>`,
  );
  return page({
    title: 'Phone',
    refreshSeconds: open.length === 0 ? 3 : undefined,
    children: html`<p class="soft">Stands in for the customer’s handset: payment requests of M-Pesa appear here. No money moves.</p>
      ${
        open.length > 0
          ? html`<ul class="list">
              ${open.map(openRequestItem)}
            </ul>`
          : html`<p>No request is waiting. Start an M-Pesa payment in the store; this page looks by itself every three seconds.</p>`
      }
      <h2>Answered</h2>
      ${
        done.length > 0
          ? html`<ul class="list">
              ${done.map(answeredRequestItem)}
            </ul>`
          : html`<p class="soft">Nothing has been answered yet.</p>`
      }
      <details>
        <summary>Numbers that answer by themselves</summary>
        <dl>${numbers}</dl>
      </details>`,
  });
}

/** `/_local/phone`: the simulated customer phone. */
export function phonePages(phones: Phones): Hono {
  return new Hono()
    .get('/phone', (c) => c.html(phonePage(phones)))
    .get('/phone.json', (c) =>
      c.json(
        phones
          .list()
          .slice(0, 200)
          .map(({ checkoutId, phone, amount, reference, answer, receipt, callbacks }) => ({
            checkoutId,
            phone,
            amount,
            reference,
            answer,
            receipt,
            callbacks,
            isReversed: receipt !== null && phones.isReversed(receipt),
          })),
      ),
    )
    .post('/phone/:checkoutId', async (c) => {
      const { answer } = await c.req.parseBody();
      if (!isAnswer(answer))
        return c.html(page({ title: 'Choose an answer', children: html`<p><a href="/_local/phone">Back to the phone</a></p>` }), 400);
      const isTaken = phones.answer(c.req.param('checkoutId'), answer);
      return isTaken
        ? c.redirect('/_local/phone', 303)
        : c.html(
            page({
              title: 'This request is no longer on the phone',
              children: html`<p>It was answered or ran out. <a href="/_local/phone">Back to the phone</a></p>`,
            }),
            409,
          );
    });
}
