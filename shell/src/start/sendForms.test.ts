// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '@masomo/domain/secureContext';
import { inlineScript } from './inlineScript.ts';
import { sendForms } from './sendForms.inline.ts';

const post = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const fetched = () => post.mock.calls.map(([url, { body }]) => `${new URL(url).pathname} ${String(body)}`);
const ids = () => post.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
const form = () => document.querySelector('form')!;
const field = () => document.querySelector('input')!;
/** Whether the press was left to the page or the browser. */
const submit = () => form().dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
const answer = () => expect.poll(() => form().dataset['post']).not.toBe('sending');

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('fetch', post);
  new Function(inlineScript(sendForms, 'idempotency-key', newId))();
});
beforeEach(() => {
  post.mockReset();
  document.body.innerHTML =
    '<div data-prerendered=""><form action="/functions/v1/mail" data-post=""><p data-reason></p><input name="message"></form></div>';
  field().value = 'Habari & more';
});

it('sends a form once while the page has not started, and empties it when it was accepted', async () => {
  const sent = Promise.withResolvers<Response>();
  post.mockReturnValue(sent.promise);
  expect(submit()).toBe(false);
  expect(form().dataset['post']).toBe('sending');
  // The page starts before the answer comes.
  document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
  expect(submit()).toBe(false);
  expect(fetched()).toEqual(['/functions/v1/mail message=Habari+%26+more']);
  const learnt = vi.fn();
  field().addEventListener('input', learnt);
  sent.resolve(Response.json({}));
  await answer();
  expect([form().dataset['post'], field().value, learnt.mock.calls.length]).toEqual(['sent', '', 1]);
});

it.each([
  ['a refusal', () => Promise.resolve(Response.json({ error: 'Write less.' }, { status: 400 })), 'Write less.'],
  ['a lost connection', () => Promise.reject(new TypeError('network')), ''],
])('keeps what was typed after %s, and says so in place', async (_, respond, reason) => {
  post.mockImplementation(respond);
  submit();
  await answer();
  expect([form().dataset['post'], field().value, document.querySelector('p')?.textContent]).toEqual(['refused', 'Habari & more', reason]);
  submit();
  expect(post).toHaveBeenCalledTimes(2);
  await answer();
});

it('sends the same content under the same id until it was accepted, and hands that id to the page', async () => {
  const press = async (respond: () => Promise<Response>) => {
    post.mockImplementation(respond);
    submit();
    await answer();
  };
  const isLost = () => Promise.reject(new TypeError('network'));
  await press(isLost);
  await press(isLost);
  field().value = 'Something else';
  await press(isLost);
  await press(async () => Response.json({}));
  field().value = 'Something else';
  await press(isLost);
  const [first, second, third, fourth, fifth] = ids();
  expect([second, fourth]).toEqual([first, third]);
  expect(new Set([first, third, fifth]).size).toBe(3);
  document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
  submit();
  expect(form().dataset['submission']).toBe(fifth);
  field().value = 'Once more';
  submit();
  expect(form().dataset['submission']).not.toBe(fifth);
  expect(post).toHaveBeenCalledTimes(5);
});

it('leaves a page that has started, and other forms, alone', () => {
  document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
  form().dataset['post'] = 'refused';
  expect([submit(), form().dataset['post']]).toEqual([true, '']);
  document.body.innerHTML = '<div data-prerendered=""><form action="/cart"></form></div>';
  expect(submit()).toBe(true);
  expect(post).not.toHaveBeenCalled();
});
