import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Mailbox } from './mailbox.ts';

export type SmtpSink = { url: string; close(): Promise<void> };

const maxMailBytes = 25 * 1024 * 1024;

/** An SMTP server on the loopback address that delivers nothing and stores every mail in the mailbox. */
export async function startSmtpSink(
  mailbox: Mailbox,
  { port = 0, onError = console.error }: { port?: number; onError?: (error: unknown) => void } = {},
): Promise<SmtpSink> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    logger: false,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) =>
          mailbox.add(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then(
          () => done(),
          (error: Error) => {
            onError(error);
            done(error);
          },
        );
    },
  });
  server.on('error', onError);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP sink has no port.');
  return { url: `smtp://127.0.0.1:${address.port}`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
