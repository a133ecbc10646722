// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { openCodeReader } from '@masomo/remote/codeReader';
import { Scanner } from './Scanner.tsx';

vi.mock('@masomo/remote/codeReader', () => ({ openCodeReader: vi.fn() }));

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();
const enumerateDevices = vi.fn<() => Promise<Partial<MediaDeviceInfo>[]>>();
const applyConstraints = vi.fn<(constraints: MediaTrackConstraints) => Promise<void>>();
const user = userEvent.setup();
let track: EventTarget;

function grant({ torch = false } = {}): void {
  track = Object.assign(new EventTarget(), {
    stop: () => undefined,
    getCapabilities: () => ({ torch }),
    getSettings: () => ({ deviceId: 'back' }),
    applyConstraints,
  });
  getUserMedia.mockResolvedValueOnce({ getTracks: () => [track] } as unknown as MediaStream);
}
const refuse = (name: string) => getUserMedia.mockRejectedValueOnce(new DOMException('', name));
const onCode = vi.fn();
const open = () =>
  render(
    <UIProvider>
      <Scanner label="Book number" action="Lend" onCode={onCode} />
    </UIProvider>,
  );
const isOn = () => screen.getByLabelText('Camera view').style.display === 'block';

beforeEach(() => {
  localStorage.clear();
  enumerateDevices.mockResolvedValue([]);
  applyConstraints.mockResolvedValue();
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, {
      mediaDevices: Object.assign(new EventTarget(), { getUserMedia, enumerateDevices }),
    }),
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.mocked(openCodeReader).mockResolvedValue(() => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  getUserMedia.mockReset();
  onCode.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['NotAllowedError', /^The camera is blocked for this site/],
  ['SecurityError', /^The camera is blocked for this site/],
  ['NotReadableError', /^Another app is using the camera/],
  ['AbortError', /^Another app is using the camera/],
  ['SomethingNew', /^The camera did not start/],
])('says what %s means, and tries again', async (name, words) => {
  refuse(name);
  open();
  expect(await screen.findByText(words)).toBeInTheDocument();
  grant();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(isOn).toBe(true);
});

it('without any camera says so, takes what is typed, and starts when one is plugged in', async () => {
  refuse('NotFoundError');
  refuse('NotFoundError');
  open();
  expect(await screen.findByText(/^No camera was found/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Book number'), '9780306406157{Enter}');
  expect(onCode).toHaveBeenCalledExactlyOnceWith('9780306406157');
  grant();
  act(() => void navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
  await expect.poll(isOn).toBe(true);
});

it('takes any camera where the one it asks for does not exist', async () => {
  refuse('OverconstrainedError');
  grant();
  open();
  await expect.poll(isOn).toBe(true);
  expect(getUserMedia).toHaveBeenLastCalledWith({ video: true });
});

it('starts again when a call or the locked screen took the camera', async () => {
  grant();
  open();
  await expect.poll(isOn).toBe(true);
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(await screen.findByText(/^The camera was stopped by a call/)).toBeInTheDocument();
  grant();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(isOn).toBe(true);
  expect(getUserMedia).toHaveBeenCalledTimes(2);
});

it('goes on by itself when a call only held the picture', async () => {
  grant();
  open();
  await expect.poll(isOn).toBe(true);
  act(() => void track.dispatchEvent(new Event('mute')));
  expect(await screen.findByText(/^The camera was stopped by a call/)).toBeInTheDocument();
  act(() => void track.dispatchEvent(new Event('unmute')));
  await expect.poll(isOn).toBe(true);
  expect(getUserMedia).toHaveBeenCalledTimes(1);
});

it('switches the light where the camera has one', async () => {
  grant({ torch: true });
  open();
  await user.click(await screen.findByRole('button', { name: 'Light on' }));
  await user.click(await screen.findByRole('button', { name: 'Light off' }));
  expect(applyConstraints.mock.calls.map(([{ advanced }]) => advanced)).toEqual([[{ torch: true }], [{ torch: false }]]);
});

it('takes the light away where the camera refuses to switch it', async () => {
  grant({ torch: true });
  applyConstraints.mockRejectedValueOnce(new DOMException('', 'OverconstrainedError'));
  open();
  await user.click(await screen.findByRole('button', { name: 'Light on' }));
  await expect.poll(() => screen.queryByRole('button', { name: /^Light/ })).toBeNull();
});

it('offers the cameras of the device and opens the one chosen, also the next time', async () => {
  enumerateDevices.mockResolvedValue([
    { kind: 'videoinput', deviceId: 'back', label: 'Back camera' },
    { kind: 'videoinput', deviceId: 'front', label: '' },
    { kind: 'audioinput', deviceId: 'microphone', label: 'Microphone' },
  ]);
  grant();
  open();
  const choice = await screen.findByLabelText('Camera');
  expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual(['Back camera', 'Camera 2']);
  grant();
  await user.selectOptions(choice, 'front');
  await expect.poll(() => getUserMedia.mock.lastCall?.[0].video).toMatchObject({ deviceId: { exact: 'front' } });
  cleanup();
  grant();
  open();
  await expect.poll(isOn).toBe(true);
  expect(getUserMedia.mock.lastCall?.[0].video).toMatchObject({ deviceId: { exact: 'front' } });
});

it('reports what the camera sees', async () => {
  vi.mocked(openCodeReader).mockResolvedValue(() => Promise.resolve('GA/1041'));
  grant();
  open();
  await expect.poll(() => onCode.mock.calls[0]).toEqual(['GA/1041']);
});

it('says that the code reader did not load', async () => {
  vi.mocked(openCodeReader).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  grant();
  open();
  expect(await screen.findByText(/^The code reader did not load/)).toBeInTheDocument();
});

it('says that pages without https get no camera, without a button that cannot help', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { mediaDevices: undefined }));
  open();
  expect(await screen.findByText(/^The camera works on pages with https only/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
