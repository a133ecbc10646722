// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { CameraView } from './CameraView.tsx';
import { openCodeReader } from './codeReader.ts';

vi.mock('./codeReader.ts', () => ({ openCodeReader: vi.fn() }));

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();
const user = userEvent.setup();
let track: EventTarget;

function grant(): void {
  track = Object.assign(new EventTarget(), { stop: () => undefined });
  getUserMedia.mockResolvedValueOnce({ getTracks: () => [track] } as unknown as MediaStream);
}
const refuse = (name: string) => getUserMedia.mockRejectedValueOnce(new DOMException('', name));
const open = () =>
  render(
    <UIProvider>
      <CameraView onCode={() => undefined} latest={undefined} />
    </UIProvider>,
  );
const isOn = () => screen.getByLabelText('Camera view').style.display === 'block';

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.mocked(openCodeReader).mockResolvedValue(() => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  getUserMedia.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['NotAllowedError', /^The camera is blocked for this site/],
  ['SecurityError', /^The camera is blocked for this site/],
  ['NotFoundError', /^No camera was found/],
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
