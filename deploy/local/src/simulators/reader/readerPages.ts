import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatTimeWithSeconds } from '@masomo/domain/time';
import type { DevTool } from '../../devTools/createDevTools.ts';
import { page, type Html } from '../../devTools/page.ts';
import { createSimulatedReader, lineOf, type SimulatedReader } from './simulatedReader.ts';

const usualSerial = 'MSM2026000417';
const mostReaders = 20;
const farthestMinutes = 60 * 24 * 365 * 30;

function readerPage(reader: SimulatedReader): Html {
  const { isOff, driftMinutes, kept, names, exchanges } = reader.state();
  const { serial } = reader;
  const action = (name: string, fields: Html | string, main = false) =>
    html`<form method="post" action="/_local/reader/${serial}" class="choices">
      ${fields}<button name="do" value="${name}" class="${main ? 'main' : ''}">${labels[name]}</button>
    </form>`;
  return page({
    title: `Reader ${serial}`,
    children: html`<p class="soft">
        Stands in for a reader of fingerprints at the gate. Enter its serial number under Readers, let it call, and approve it there.
      </p>
      <form method="get" action="/_local/reader" class="choices">
        <label>Serial number <input name="serial" value="${serial}" pattern="[A-Za-z0-9\\-]{4,40}" required /></label>
        <button>Play this one</button>
      </form>
      <h2>${isOff ? 'Without a line: it keeps what it reads' : 'At the gate'}</h2>
      ${action('call', '', true)}
      ${action(
        'read',
        html`<label>Number <input name="number" inputmode="numeric" pattern="[0-9]{1,9}" required /></label>
          <label
            >Direction
            <select name="direction">
              <option value="in">In</option>
              <option value="out">Out</option>
            </select></label
          >
          <label>Minutes ago <input name="minutes" type="number" value="0" min="0" max="${farthestMinutes}" /></label>`,
        true,
      )}
      ${action(
        'drift',
        html`<label
          >Its clock is ahead by minutes
          <input name="minutes" type="number" value="${driftMinutes}" min="-${farthestMinutes}" max="${farthestMinutes}"
        /></label>`,
      )}
      ${action(isOff ? 'connect' : 'cut', '')}
      <h2>Kept in it</h2>
      ${
        kept.length > 0
          ? html`<ul class="list">
              ${kept.slice(0, 50).map((punch) => html`<li>${lineOf(punch).replaceAll('\t', ' ')}</li>`)}
            </ul>`
          : html`<p class="soft">Nothing: all that it read was acknowledged.</p>`
      }
      ${
        names.length > 0
          ? html`<h2>Names that it shows</h2>
              <ul class="list">
                ${names.map(([number, name]) => html`<li>${number} ${name}</li>`)}
              </ul>`
          : ''
      }
      <h2>What it said</h2>
      <ul class="list">
        ${exchanges.map(({ at, what, answer }) => html`<li><span class="soft">${formatTimeWithSeconds(at)}</span> ${what}: ${answer}</li>`)}
      </ul>`,
  });
}

const labels: Record<string, string> = {
  call: 'Call the product',
  read: 'Read a finger',
  drift: 'Set its clock',
  cut: 'Cut its line',
  connect: 'Connect it again',
};

/** `/_local/reader`: simulated readers, one for each serial number. */
export function readerTool(origin: string): DevTool {
  const readers = new Map<string, SimulatedReader>();
  const find = (text: string): SimulatedReader => {
    const serial = /^[A-Z0-9-]{4,40}$/.test(text.toUpperCase()) ? text.toUpperCase() : usualSerial;
    const found = readers.get(serial) ?? createSimulatedReader(origin, serial);
    if (readers.size < mostReaders) readers.set(serial, found);
    return found;
  };
  const routes = new Hono()
    .get('/reader', (c) => c.html(readerPage(find(c.req.query('serial') ?? ''))))
    .post('/reader/:serial', async (c) => {
      const reader = find(c.req.param('serial'));
      const form = await c.req.parseBody();
      const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
      const minutes = Math.max(-farthestMinutes, Math.min(farthestMinutes, Number(text('minutes')) || 0));
      switch (text('do')) {
        case 'call':
          await reader.call();
          break;
        case 'read':
          if (/^\d{1,9}$/.test(text('number'))) await reader.read(text('number'), text('direction') === 'out' ? 'out' : 'in', minutes);
          break;
        case 'drift':
          reader.setDrift(minutes);
          break;
        case 'cut':
          reader.setOff(true);
          break;
        case 'connect':
          reader.setOff(false);
          await reader.call();
          break;
      }
      return c.redirect(`/_local/reader?serial=${encodeURIComponent(reader.serial)}`, 303);
    });
  return { path: 'reader', title: 'Reader', text: 'A reader of fingerprints at the gate, with a line to cut and a clock to set.', routes };
}
