import { createHmac } from 'node:crypto';
import path from 'node:path';
import { listenOnLoopback } from '../../host/loopback.ts';
import type { Simulators } from '../startSimulators.ts';
import { googleApi, type Consents } from './googleApi.ts';
import { meetingPages } from './meetingPages.ts';
import { createMeetings, type SimulatedMeeting } from './meetings.ts';
import { zoomApi } from './zoomApi.ts';

/** Settings of the functions and jobs that talk to Zoom and Google. */
const settingNames = [
  'ZOOM_OAUTH_URL',
  'ZOOM_API_URL',
  'GOOGLE_ACCOUNTS_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_API_URL',
  'GOOGLE_MEET_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
] as const;

type MeetingOptions = {
  dataDir: string;
  origin: string;
  secret: string;
  environment: Record<string, string | undefined>;
  isPublic: boolean;
};

const pendingMs = 3_000;
/** The keys of the simulated Zoom account; its page under `/_local/` shows them, as Zoom's own site would. */
export const zoomKeysOf = (secret: string) => {
  const credential = (name: string) => createHmac('sha256', secret).update(name).digest('hex').slice(0, 24);
  return { accountId: 'local-account', clientId: credential('zoom client'), clientSecret: credential('zoom secret') };
};

/** Settings of the configured providers of meetings; without any, starts simulated ones, which a public installation does not have. */
export async function startMeetings({ dataDir, origin, secret, environment, isPublic }: MeetingOptions): Promise<Simulators> {
  const settings = Object.fromEntries(settingNames.flatMap((name) => (environment[name] ? [[name, environment[name] ?? '']] : [])));
  if (isPublic || Object.keys(settings).length > 0) return { settings, devTools: [], stop: async () => {} };
  const meetings = createMeetings(path.join(dataDir, 'simulators', 'meetings.jsonl'));
  const consents: Consents = new Map();
  const starts = new Map<string, number>();
  const keys = zoomKeysOf(secret);
  const app = { clientId: 'masomo-local', clientSecret: createHmac('sha256', secret).update('google').digest('hex').slice(0, 24) };
  const room = ({ id }: SimulatedMeeting) => `${origin}/_local/meetings/${id}/room`;
  const recordingUrl = ({ id }: SimulatedMeeting, recording: string) => `${origin}/_local/meetings/${id}/recordings/${recording}`;
  const zoom = zoomApi({
    keys,
    meetings,
    joinUrl: (meeting, token) => (token ? `${room(meeting)}?tk=${token}` : room(meeting)),
    startUrl: (meeting, zak) => {
      starts.set(zak, Date.now());
      return `${room(meeting)}?zak=${zak}`;
    },
    recordingUrl,
  });
  const google = googleApi({ app, consents, meetings, meetUrl: room, recordingUrl, pendingMs });
  const toZoom = (request: Request) => zoom.fetch(request);
  const toGoogle = (request: Request) => google.fetch(request);
  const servers = await Promise.all([
    listenOnLoopback({ oauth: toZoom, v2: toZoom }),
    listenOnLoopback({ token: toGoogle, oauth2: toGoogle, calendar: toGoogle, v2: toGoogle }),
  ]);
  const [zoomUrl, googleUrl] = [servers[0].url, servers[1].url];
  return {
    settings: {
      ZOOM_OAUTH_URL: zoomUrl,
      ZOOM_API_URL: zoomUrl,
      GOOGLE_ACCOUNTS_URL: `${origin}/_local/google`,
      GOOGLE_TOKEN_URL: googleUrl,
      GOOGLE_API_URL: googleUrl,
      GOOGLE_MEET_URL: googleUrl,
      GOOGLE_CLIENT_ID: app.clientId,
      GOOGLE_CLIENT_SECRET: app.clientSecret,
    },
    devTools: [
      {
        path: 'meetings',
        title: 'Meetings',
        text: `The rooms of Zoom and Google Meet: join, leave, record. Zoom’s account is ${keys.accountId}, its client ${keys.clientId}, its secret ${keys.clientSecret}.`,
        routes: meetingPages({ meetings, consents, starts }),
      },
    ],
    stop: async () => void (await Promise.all(servers.map(({ close }) => close()))),
  };
}
