import { z } from 'zod';
import { refusalBody } from '@masomo/domain/refusals';
import { call, databaseAs, DatabaseRefusal } from '../_shared/database.ts';
import { requireSetting } from '../_shared/environment.ts';
import { json, preflight, readText, refuse } from '../_shared/http.ts';
import { googleAccountOf, googleConsentUrl } from '../_shared/meetings/google.ts';
import { ProviderRefusal } from '../_shared/meetings/providerCall.ts';
import { checkZoomKeys, zoomStartUrl } from '../_shared/meetings/zoom.ts';
import { serve } from '../_shared/traces.ts';

// What a browser may not do by itself, because it needs the keys of an account: connect one, and start a meeting.
const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('start'), meeting: z.uuid() }),
  z.object({ action: z.literal('connect-google') }),
  z.object({ action: z.literal('connect-zoom'), accountId: z.string(), clientId: z.string(), clientSecret: z.string() }),
]);
const maxBodyBytes = 4 * 1024;
const page = '/dashboard/addons/live-classes/accounts';
const returnAddress = () => `${requireSetting('SITE_URL')}/functions/v1/meetings`;

async function as(token: string, name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await databaseAs(token).rpc(name, args);
  if (error) throw new DatabaseRefusal(error);
  return data;
}

const openedSchema = z.object({ provider: z.string(), url: z.string().nullable() });
const accessSchema = z.object({
  provider_id: z.string(),
  account_id: z.uuid(),
  keys: z.record(z.string(), z.string()),
  access_token: z.string().nullable(),
  token_ends_at: z.string().nullable(),
});

/** The way in for the host. Zoom's link makes anyone who has it the host, so it is fetched for this press and kept nowhere. */
async function start(token: string, meeting: string): Promise<Response> {
  const opened = openedSchema.parse(await as(token, 'open_live_meeting', { meeting_id: meeting }));
  if (opened.url) return json({ url: opened.url });
  const access = accessSchema.safeParse(await call('live_meeting_access', { meeting_id: meeting })).data;
  if (!access) return refuse('live.not_connected', 'The account that made this live class is no longer connected.', 400);
  const account = {
    keys: access.keys,
    accessToken: access.access_token,
    tokenEndsAt: access.token_ends_at,
    keep: (value: string, endsAt: string) => call('keep_live_token', { account_id: access.account_id, token: value, ends_at: endsAt }),
  };
  return json({ url: await zoomStartUrl(account, access.provider_id) });
}

async function connectGoogle(token: string): Promise<Response> {
  const state = z.string().parse(await as(token, 'begin_live_connection', { provider: 'google-meet' }));
  const url = googleConsentUrl(state, returnAddress());
  return url ? json({ url }) : refuse('live.no_google', 'Google is not set up on this installation. Ask who runs it.', 400);
}

async function connectZoom(token: string, keys: { accountId: string; clientId: string; clientSecret: string }): Promise<Response> {
  const args = { account_id: keys.accountId.trim(), client_id: keys.clientId.trim(), client_secret: keys.clientSecret.trim() };
  try {
    await checkZoomKeys(args);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return refuse('live.zoom_keys', 'Zoom does not know these keys. Copy all three from your app at Zoom.', 400, { field: 'clientSecret' });
  }
  await as(token, 'save_zoom_account', args);
  return json({});
}

/** Google sends the teacher back here. Only the state of somebody who began is taken, once. */
async function comeBack(request: Request): Promise<Response> {
  const { code, state } = Object.fromEntries(new URL(request.url).searchParams);
  let outcome = 'refused';
  if (code && state) {
    try {
      const { email, keys } = await googleAccountOf(code, returnAddress());
      outcome = (await call('finish_live_connection', { state, label: email, keys })) ? 'connected' : 'late';
    } catch (error) {
      console.error('A Google account could not be connected:', error);
      outcome = 'failed';
    }
  }
  return new Response(null, {
    status: 303,
    headers: { location: `${requireSetting('SITE_URL')}${page}?google=${outcome}`, 'cache-control': 'no-store' },
  });
}

async function act(request: Request): Promise<Response> {
  const token = /^Bearer\s+(\S+\.\S+\.\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return refuse('live.sign_in', 'Sign in first.', 401);
  const parsed = actionSchema.safeParse(parseJson(await readText(request, maxBodyBytes)));
  if (!parsed.success) return refuse('form.invalid', 'Check the form and send it again.', 400);
  if (parsed.data.action === 'start') return start(token, parsed.data.meeting);
  if (parsed.data.action === 'connect-google') return connectGoogle(token);
  return connectZoom(token, parsed.data);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method === 'GET') return comeBack(request);
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'GET, POST, OPTIONS' } });
  try {
    return await act(request);
  } catch (error) {
    if (error instanceof DatabaseRefusal) return json(refusalBody(error.refusal), error.code === '42501' ? 403 : 400);
    console.error('A live class failed:', error);
    return refuse('live.failed', 'The provider of the meeting does not answer. Try again in a minute.', 502);
  }
});
