import { connect } from 'node:net';
import { StorageError } from './errors.ts';

/** Reads a stored file and throws when it carries malware, or when that cannot be found out. */
export type VirusScan = (content: ReadableStream<Uint8Array>) => Promise<void>;

const answerTimeoutMs = 60_000;
const maxAnswerBytes = 4_096;

const unavailable = () =>
  new StorageError(503, 'ScanUnavailable', 'Files cannot be checked for viruses at the moment, so none is taken. Try again shortly.');

/** Asks ClamAV's daemon by its `INSTREAM` command: chunks with their length before them, ended by a length of zero. */
async function ask(address: string, content: ReadableStream<Uint8Array>): Promise<string> {
  const [host = '', port] = address.startsWith('/') ? [] : address.split(':');
  const socket = address.startsWith('/') ? connect({ path: address }) : connect({ host, port: Number(port) });
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error('ClamAV does not answer')));
  let answer = '';
  const answered = new Promise<string>((resolve, reject) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer = (answer + text).slice(0, maxAnswerBytes);
    });
    socket.once('error', reject).once('close', () => resolve(answer.replaceAll('\0', '').trim()));
  });
  answered.catch(() => undefined);
  const send = (bytes: Uint8Array | string) => new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
  await send('zINSTREAM\0');
  for await (const chunk of content) {
    if (socket.destroyed || answer !== '') break;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.byteLength);
    await send(length);
    await send(chunk);
  }
  if (!socket.destroyed) socket.end(Buffer.alloc(4));
  return answered;
}

/** Scans with the ClamAV daemon at this address: the path of its socket, or host:port. */
export function createVirusScan(address: string, onError: (error: unknown) => void): VirusScan {
  return async (content) => {
    const answer = await ask(address, content).catch((error: unknown) => {
      onError(error);
      throw unavailable();
    });
    if (/: OK$/.test(answer)) return;
    const found = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1];
    if (found) throw new StorageError(400, 'Malware', `This file carries malware (${found}) and was not stored.`);
    onError(new Error(`ClamAV answered: ${answer || 'nothing'}`));
    throw unavailable();
  };
}
