import type { Browser, CDPSession } from '@playwright/test';
import { personalStorage } from '@masomo/domain/personalStorage';
import type { Role } from '@masomo/domain/roles';
import { sessionKey } from '@masomo/domain/sessionKey';
import type { accounts } from '@masomo/tools/browser/demoAccounts.ts';
import { phoneScreen } from './largestPaint.ts';

/** The first screen that a person opens. */
export type FirstScreen = {
  name: string;
  person: keyof typeof accounts;
  path: string;
  /** Selector of what its data fill, so that it is not taken for complete before they were asked for. */
  content: string;
};

/** The first screens that most people open. */
export const firstScreens: readonly FirstScreen[] = [
  { name: "administrator's home", person: 'admin', path: '/dashboard', content: '#activities' },
  { name: "parent's home", person: 'parent', path: '/dashboard', content: '#own-student' },
  { name: "teacher's register", person: 'teacher', path: '/dashboard/attendance', content: '[aria-label="Register"] li' },
  { name: "manager's orders", person: 'superAdmin', path: '/dashboard/store/orders', content: 'tbody td' },
];

/** One request of a page load; times in milliseconds after the navigation's start. */
export type RequestRecord = {
  method: string;
  /** Path and query. */
  path: string;
  kind: 'document' | 'script' | 'style' | 'font' | 'image' | 'data' | 'other';
  sentMs: number;
  respondedMs: number;
  endedMs: number;
  /** On the wire, with headers. */
  bytes: number;
};

export type ScreenVisit = {
  /** When the heading and all content in the window was there, without a placeholder. */
  completeMs: number;
  /** When the heading was there. */
  headingMs: number;
  /** Cumulative layout shift. */
  layoutShift: number;
  tasks: { startMs: number; durationMs: number }[];
  /** Those sent until the screen was complete. */
  requests: RequestRecord[];
};

type Progress = { headingMs: number; completeMs: number; layoutShift: number; tasks: ScreenVisit['tasks'] };

const roles: Record<FirstScreen['person'], Role> = {
  superAdmin: 'super_admin',
  admin: 'admin',
  teacher: 'teacher',
  staff: 'staff',
  parent: 'parent',
  student: 'student',
};

/** Runs in the page before its scripts: what a sign-in leaves in the browser, and what is measured. */
function watchScreen({ stored, content }: { stored: Record<string, string>; content: string }): void {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const progress: Progress = { headingMs: 0, completeMs: 0, layoutShift: 0, tasks: [] };
  Object.assign(globalThis, { screenProgress: progress });
  const isInWindow = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top < innerHeight && bottom > 0;
  };
  const look = () => {
    if (progress.headingMs === 0 && document.querySelector('main h1')) progress.headingMs = performance.now();
    const isPending =
      !document.querySelector(`main ${content}`) ||
      [...document.querySelectorAll('.chakra-skeleton, [aria-busy=true] .chakra-spinner')].some(isInWindow);
    if (progress.headingMs > 0 && !isPending) progress.completeMs = performance.now();
    else setTimeout(look, 16);
  };
  look();
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('longtask', ({ startTime, duration }) => progress.tasks.push({ startMs: startTime, durationMs: duration }));
  watch('layout-shift', (entry) => (progress.layoutShift += (entry as PerformanceEntry & { value: number }).value));
}

const kinds: Record<string, RequestRecord['kind']> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
};
const backendPath = /^\/(?:auth|rest|functions|storage)\/v1\//;

/** Records the requests of a page; their times are seconds of the browser's clock until `finish`. */
async function recordRequests(devtools: CDPSession): Promise<() => RequestRecord[]> {
  const records = new Map<string, RequestRecord>();
  let startedAt = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = '', timestamp }) => {
    const { pathname, search } = new URL(request.url);
    if (type === 'Document') startedAt ||= timestamp;
    const kind = kinds[type] ?? (backendPath.test(pathname) ? 'data' : 'other');
    const at = (timestamp - startedAt) * 1000;
    records.set(requestId, { method: request.method, path: pathname + search, kind, sentMs: at, respondedMs: 0, endedMs: 0, bytes: 0 });
  });
  devtools.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const record = records.get(requestId);
    if (record) record.respondedMs = (timestamp - startedAt) * 1000;
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const record = records.get(requestId);
    if (record) [record.endedMs, record.bytes] = [(timestamp - startedAt) * 1000, encodedDataLength];
  });
  return () => [...records.values()];
}

/** Opens a screen with a stored session in a fresh browser context, emulating a phone at a quarter of this machine's CPU speed. */
export async function measureFirstScreen(
  browser: Browser,
  origin: string,
  session: string,
  { path, content, person }: FirstScreen,
): Promise<ScreenVisit> {
  const context = await browser.newContext({ ...phoneScreen, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const { user } = JSON.parse(session) as { user: { id: string } };
    const stored = { [sessionKey]: session, [personalStorage.lastRole]: `${user.id} ${roles[person]}` };
    await page.addInitScript(watchScreen, { stored, content });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const readRequests = await recordRequests(devtools);
    await page.goto(origin + path, { waitUntil: 'commit', timeout: 60_000 });
    await page.waitForFunction(() => (globalThis as unknown as { screenProgress: Progress }).screenProgress.completeMs > 0, undefined, {
      timeout: 60_000,
      polling: 200,
    });
    await page.waitForTimeout(300);
    const progress = await page.evaluate(() => (globalThis as unknown as { screenProgress: Progress }).screenProgress);
    return { ...progress, requests: readRequests().filter(({ sentMs }) => sentMs <= progress.completeMs) };
  } finally {
    await context.close();
  }
}
