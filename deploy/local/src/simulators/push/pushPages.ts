import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { page, type Html } from '../../devTools/page.ts';
import type { PushDevice, PushDevices } from './pushDevices.ts';

const payloadSchema = z.object({ title: z.string(), text: z.string(), link: z.string() });

function shownMessage({ payload, at }: PushDevice['shown'][number]): Html {
  const message = payloadSchema.safeParse(JSON.parse(payload)).data;
  return html`<li>
    <a class="title" href="${message?.link ?? '/'}">${message?.title ?? 'A message without words'}</a>
    <div>${message?.text ?? ''}</div>
    <div class="soft">${at}</div>
  </li>`;
}

function listPage(devices: PushDevices): Html {
  const items = devices.list().map(
    ({ id, madeAt, isRemoved, shown }) =>
      html`<section>
        <h2>Device ${id.slice(0, 8)}</h2>
        <p class="soft">${isRemoved ? 'Removed: the service answers 410.' : `Takes messages since ${madeAt}.`}</p>
        ${
          shown.length > 0
            ? html`<ul class="list">
                ${shown.map(shownMessage)}
              </ul>`
            : html`<p class="soft">Nothing was shown yet.</p>`
        }
        ${isRemoved ? '' : html`<form method="post" action="/_local/push/${id}/remove"><button>Delete this browser’s data</button></form>`}
      </section>`,
  );
  return page({
    title: 'Push messages',
    refreshSeconds: 5,
    children:
      items.length > 0
        ? html`${items}`
        : html`<p class="soft">
            No device takes messages yet. Turn messages on under Messages in a profile: where the browser reaches no push service of its
            own, this one takes its place.
          </p>`,
  });
}

const deviceSchema = z.object({ senderKey: z.string().regex(/^[\w-]{87}$/) });

/** `/_local/push`: the simulated push service, and what its devices have shown. */
export function pushPages(devices: PushDevices, origin: string): Hono {
  return new Hono()
    .get('/push', (c) => c.html(listPage(devices)))
    .get('/push.json', (c) => c.json(devices.list()))
    .post('/push/devices', async (c) => {
      const parsed = deviceSchema.safeParse(await c.req.json().catch(() => null));
      if (!parsed.success) return c.json({ message: 'Name the key of the sender.' }, 400);
      const { id, publicKey, secret } = devices.make(parsed.data.senderKey);
      return c.json({ endpoint: `${origin}/_local/push/to/${id}`, publicKey, secret }, 201);
    })
    .post('/push/to/:id', async (c) => {
      const message = Buffer.from(await c.req.arrayBuffer());
      const { status, problem } = devices.deliver(c.req.param('id'), message, c.req.header('authorization') ?? null);
      return new Response(problem ?? null, { status });
    })
    .post('/push/:id/remove', (c) => {
      devices.remove(c.req.param('id'));
      return c.redirect('/_local/push', 303);
    });
}
