import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { formatDateTime, formatTimeWithSeconds } from '@masomo/domain/time';
import { page, type Html } from '../../devTools/page.ts';
import type { Consents } from './googleApi.ts';
import type { Meetings, SimulatedMeeting, SimulatedPerson } from './meetings.ts';

const names = { zoom: 'Zoom', google: 'Google Meet' };
const maxShown = 60;
const when = ({ start }: SimulatedMeeting) => start.replace('T', ' ').slice(0, 16);
const isIn = ({ sessions }: SimulatedPerson) => sessions.some(({ to }) => to === null);
const pathOf = ({ id }: SimulatedMeeting) => `/_local/meetings/${id}`;

function personItem(meeting: SimulatedMeeting, person: SimulatedPerson): Html {
  const button = (does: string, label: string) =>
    html`<form method="post" action="${pathOf(meeting)}/${does}" class="choices">
      <input type="hidden" name="person" value="${person.id}" />
      <button aria-label="${label}: ${person.name}">${label}</button>
    </form>`;
  const kind = person.isHost
    ? 'host'
    : person.registrant
      ? 'on the class list'
      : person.account
        ? `signed in as ${person.account}`
        : 'guest';
  return html`<li>
    <div class="title">${person.name}</div>
    <div class="soft">
      ${kind}${person.isWaiting ? ', in the waiting room' : ''}:
      ${person.sessions
        .map(({ from, to }) => `${formatTimeWithSeconds(from)} to ${to === null ? 'now' : formatTimeWithSeconds(to)}`)
        .join(', ')}
    </div>
    ${person.isWaiting && isIn(person) ? button('admit', 'Admit') : ''} ${isIn(person) ? button('leave', 'Leave') : ''}
  </li>`;
}

function meetingPage(meeting: SimulatedMeeting): Html {
  const { provider, registrants, people, recordings } = meeting;
  const act = (does: string, label: string) =>
    html`<form method="post" action="${pathOf(meeting)}/${does}" class="choices"><button>${label}</button></form>`;
  return page({
    title: meeting.title,
    children: html`<p class="soft">
        ${names[provider]}, ${when(meeting)} (${meeting.timeZone}), held by ${meeting.host}.
        ${meeting.isDeleted ? 'Cancelled.' : meeting.endedAt ? `Ended at ${formatTimeWithSeconds(meeting.endedAt)}.` : ''}
      </p>
      <h2>In the meeting</h2>
      ${
        people.length > 0
          ? html`<ul class="list">
              ${people.map((person) => personItem(meeting, person))}
            </ul>`
          : html`<p class="soft">Nobody has come yet.</p>`
      }
      <h2>Join as</h2>
      <form method="post" action="${pathOf(meeting)}/join">
        <p>
          <label>Name <input name="name" required maxlength="80" /></label>
        </p>
        <p>
          <label>Address of the account, empty for a guest <input name="account" type="email" /></label>
        </p>
        ${
          provider === 'zoom'
            ? html`<p>
                <label
                  >By the link of
                  <select name="registrant">
                    <option value="">nobody on the class list</option>
                    ${registrants.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
                  </select></label
                >
              </p>`
            : ''
        }
        <p>
          <label>Came minutes ago <input name="ago" type="number" min="0" max="300" value="0" /></label>
        </p>
        <button class="main">Join</button>
      </form>
      <h2>The host</h2>
      <p class="soft">${recordings.length} recordings.</p>
      ${act('record', 'Record')} ${act('end', 'End for everybody')}`,
  });
}

/** What somebody sees whose link led here. */
function joinPage(meeting: SimulatedMeeting, name: string, fields: Record<string, string>): Html {
  return page({
    title: meeting.title,
    children: html`<p class="soft">${names[meeting.provider]}, ${when(meeting)}. Simulated: no picture and no sound.</p>
      <form method="post" action="${pathOf(meeting)}/join">
        ${Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
        <p>
          <label>Your name <input name="name" value="${name}" required maxlength="80" /></label>
        </p>
        <button class="main">Join the meeting</button>
      </form>`,
  });
}

const gone = page({ title: 'There is no such meeting', children: html`<p><a href="/_local/meetings">To the meetings</a></p>` });
const hostHours = 2;

/** `/_local/meetings`: rooms of the simulated Zoom and Google Meet; `/_local/google`: Google's page of consent. */
export function meetingPages({
  meetings,
  consents,
  starts,
  now = Date.now,
}: {
  meetings: Meetings;
  consents: Consents;
  /** Links by which a host starts a meeting, and since when they are. */
  starts: Map<string, number>;
  now?: () => number;
}): Hono {
  const found = (c: Context) => meetings.find(c.req.param('id') ?? '');
  const app = new Hono()
    .get('/meetings', (c) => {
      const items = meetings.list().slice(0, maxShown);
      return c.html(
        page({
          title: 'Meetings',
          children:
            items.length > 0
              ? html`<ul class="list">
                  ${items.map(
                    (meeting) =>
                      html`<li>
                        <a class="title" href="${pathOf(meeting)}">${meeting.title}</a>
                        <div class="soft">${names[meeting.provider]}, ${when(meeting)}, ${meeting.people.filter(isIn).length} in it</div>
                      </li>`,
                  )}
                </ul>`
              : html`<p class="soft">No meeting has been made yet. Choose lessons that are held live.</p>`,
        }),
      );
    })
    .get('/meetings.json', (c) => c.json(meetings.list().slice(0, 500)))
    .get('/meetings/:id', (c) => {
      const meeting = found(c);
      return meeting ? c.html(meetingPage(meeting)) : c.html(gone, 404);
    })
    .get('/meetings/:id/room', (c) => {
      const meeting = found(c);
      if (!meeting || meeting.isDeleted) return c.html(gone, 404);
      const zak = c.req.query('zak');
      if (zak !== undefined) {
        const at = starts.get(zak);
        if (at === undefined || now() - at > hostHours * 3_600_000)
          return c.html(page({ title: 'This link has ended', children: html`<p>Start the meeting once more.</p>` }), 410);
        return c.html(joinPage(meeting, meeting.host, { host: 'yes' }));
      }
      const registrant = meeting.registrants.find(({ token }) => token === c.req.query('tk'));
      return c.html(joinPage(meeting, registrant?.name ?? '', registrant ? { registrant: registrant.id } : {}));
    })
    .get('/meetings/:id/recordings/:recording', (c) => {
      const recording = found(c)?.recordings.find(({ id }) => id === c.req.param('recording'));
      return recording
        ? c.html(
            page({ title: 'Recording', children: html`<p>Recorded at ${formatDateTime(recording.at)}. Simulated: there is no film.</p>` }),
          )
        : c.html(gone, 404);
    })
    .post('/meetings/:id/:does', async (c) => {
      const meeting = found(c);
      if (!meeting) return c.html(gone, 404);
      const form = Object.fromEntries(Object.entries(await c.req.parseBody()).map(([key, value]) => [key, String(value)]));
      const person = form['person'] ?? '';
      const does = c.req.param('does');
      if (does === 'join') {
        const registrant = form['registrant'] || undefined;
        const isHost = form['host'] === 'yes';
        const account = isHost ? meeting.host : form['account'] || undefined;
        meetings.join(meeting.id, {
          name: form['name']?.trim() || 'Guest',
          account,
          registrant,
          isHost,
          isWaiting: meeting.provider === 'zoom' && !registrant && account !== meeting.host,
          now: now() - Number(form['ago'] ?? 0) * 60_000,
        });
      } else if (does === 'leave') meetings.leave(meeting.id, person, now());
      else if (does === 'admit') meetings.admit(meeting.id, person);
      else if (does === 'record') meetings.record(meeting.id, now());
      else if (does === 'end') meetings.end(meeting.id, now());
      else return c.html(gone, 404);
      return c.redirect(pathOf(meeting), 303);
    });
  // Google's page of consent.
  const redirectOf = (text: string) => (/^https?:\/\//.test(text) ? text : '/');
  return app
    .get('/google/o/oauth2/v2/auth', (c) => {
      const { redirect_uri: redirect = '', state = '', login_hint: hint = '' } = c.req.query();
      return c.html(
        page({
          title: 'Google: give access',
          children: html`<p class="soft">Stands in for Google’s page: the school’s product asks to make events in your calendar.</p>
            <form method="post" action="/_local/google/o/oauth2/v2/auth">
              <input type="hidden" name="redirect_uri" value="${redirect}" />
              <input type="hidden" name="state" value="${state}" />
              <p>
                <label>Your account <input name="email" type="email" required value="${hint}" /></label>
              </p>
              <div class="choices">
                <button class="main" name="answer" value="allow">Allow</button>
                <button name="answer" value="refuse" formnovalidate>Refuse</button>
              </div>
            </form>`,
        }),
      );
    })
    .post('/google/o/oauth2/v2/auth', async (c) => {
      const form = await c.req.parseBody();
      const redirect = new URL(redirectOf(String(form['redirect_uri'])), c.req.url);
      redirect.searchParams.set('state', String(form['state']));
      if (form['answer'] !== 'allow') redirect.searchParams.set('error', 'access_denied');
      else {
        const code = crypto.randomUUID();
        consents.set(code, { email: String(form['email']), redirectUri: String(form['redirect_uri']) });
        redirect.searchParams.set('code', code);
      }
      return c.redirect(redirect.href, 303);
    });
}
